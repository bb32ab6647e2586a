import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { changePassword } from '@zawadi/contract/account';
import type { TokenPair } from '@zawadi/contract/users';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { showRefusal } from '../forms/show-refusal.ts';
import { useSession } from '../session/session.tsx';

const form = changePassword.body
  .extend({ confirmPassword: z.string() })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
  });

type Change = (body: { currentPassword: string; newPassword: string }) => Promise<TokenPair>;

/** The first thing after signing in with a temporary password: one that nobody else knows. */
export function FirstPasswordForm({ change }: { change: Change }) {
  const { signOut } = useSession();
  const { register, errors, isSubmitting, submit } = useFirstPassword(change);
  return (
    <>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label="Temporary password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <NewPasswordField
          label="New password"
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel="Saving...">
          Save and continue
        </Button>
      </form>
      <p className="centred">
        <Button variant="quiet" small onClick={() => void signOut()}>
          Sign in as somebody else
        </Button>
      </p>
    </>
  );
}

function useFirstPassword(change: Change) {
  const { signIn } = useSession();
  const router = useRouter();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await signIn(await change({ currentPassword, newPassword }));
      toast.success('Password changed');
      // The same person is signed in as before, so the guards are asked once more whether the house is open now.
      await router.invalidate();
    } catch (error) {
      showRefusal(error, {
        fields: { currentPassword: 'currentPassword', newPassword: 'newPassword' },
        codes: { password_wrong: 'currentPassword', password_unchanged: 'newPassword' },
        setError,
        fallback: 'The password could not be saved.',
      });
    }
  });
  return { register, errors: formState.errors, isSubmitting: formState.isSubmitting, submit };
}
