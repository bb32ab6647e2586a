import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { changePassword } from '@zawadi/contract/account-security';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordTwice } from '../../ui/new-password-field.tsx';
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

/** The first thing after signing in with a temporary password: the user's own. */
export function FirstPasswordForm() {
  const { signOut } = useSession();
  const { register, errors, isSubmitting, submit } = useFirstPassword();
  return (
    <>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField
          label="Temporary password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <NewPasswordTwice
          label="New password"
          againLabel="Confirm password"
          first={{ ...register('newPassword'), error: errors.newPassword?.message }}
          again={{ ...register('confirmPassword'), error: errors.confirmPassword?.message }}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel="Saving...">
          Save and continue
        </Button>
      </form>
      <p className="centred">
        <Button variant="quiet" small onClick={() => void signOut()}>
          Sign in as someone else
        </Button>
      </p>
    </>
  );
}

function useFirstPassword() {
  const { signIn } = useSession();
  const router = useRouter();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  });
  const submit = handleSubmit(async ({ currentPassword, newPassword }) => {
    try {
      await signIn(await call(changePassword, { body: { currentPassword, newPassword } }));
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
