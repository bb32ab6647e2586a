import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { changePassword } from '@zawadi/contract/account-security';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NewPasswordTwice } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSession } from '../session/session.tsx';
import { showRefusal } from '../forms/show-refusal.ts';
import { isSame, typedTwice } from '../session/password-twice.ts';
import { useAccount } from './account.ts';

/** The form of Change Password: the old password, and the new one twice. */
export const passwordForm = z
  .object({
    currentPassword: changePassword.body.shape.currentPassword,
    password: changePassword.body.shape.newPassword,
    confirmPassword: z.string(),
  })
  .refine(isSame, typedTwice('Passwords do not match'));

const FORM_ID = 'password-form';
const FIELDS = { currentPassword: 'currentPassword', newPassword: 'password' } as const;
const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

/** Sets a new password. The server ends every session and gives this device a new one. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { signInName } = useAccount();
  const { signIn } = useSession();
  const queries = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ currentPassword, password }) => {
    try {
      await signIn(await call(changePassword, { body: { currentPassword, newPassword: password } }));
      toast.success(say('Password changed'));
      onClose();
      await queries.invalidateQueries({ queryKey: queryKeys.devices });
    } catch (error) {
      showRefusal<typeof EMPTY>(error, {
        fields: FIELDS,
        codes: { password_wrong: 'currentPassword' },
        setError,
        fallback: say('Something went wrong'),
      });
    }
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Change Password')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button type="submit" form={FORM_ID} isBusy={isSubmitting} busyLabel={say('Saving...')}>
            {say('Change Password')}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {/* Password managers store the new password under this name. */}
        <input type="hidden" autoComplete="username" value={signInName} readOnly />
        <PasswordField
          label={say('Current password')}
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <NewPasswordTwice
          againLabel={say('Confirm new password')}
          ownWords={() => [signInName]}
          first={{ ...register('password'), error: errors.password?.message }}
          again={{ ...register('confirmPassword'), error: errors.confirmPassword?.message }}
        />
      </form>
    </Dialog>
  );
}
