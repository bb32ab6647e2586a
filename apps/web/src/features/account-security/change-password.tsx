import { changePassword } from '@zawadi/contract/account-security';
import { queryKeys } from '../../api/query-keys.ts';
import { say } from '../../i18n/say.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NewPasswordTwice } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { useSession } from '../session/session.tsx';
import { useAccount } from './account.ts';
import { changeOf, NO_PASSWORDS, passwordChange } from './password-change.ts';

/** Changes the password. The server ends every session and issues new tokens to this device. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const { signInName } = useAccount();
  const { signIn } = useSession();
  const { register, submit, isBusy, problemOf } = useContractForm(changePassword, {
    schema: passwordChange,
    defaultValues: NO_PASSWORDS,
    inputOf: changeOf,
    onSaved: async (tokens) => {
      await signIn(tokens);
      toast.success(say('Password changed'));
      onClose();
    },
    refresh: [queryKeys.devices],
    codes: { password_wrong: 'currentPassword' },
  });
  return (
    <FormDialog
      title={say('Change Password')}
      action={say('Change Password')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* Password managers store the new password under this hidden name. */}
      <input type="hidden" autoComplete="username" value={signInName} readOnly />
      <PasswordField
        label={say('Current password')}
        error={problemOf('currentPassword')}
        {...register('currentPassword')}
      />
      <NewPasswordTwice
        againLabel={say('Confirm new password')}
        ownWords={() => [signInName]}
        first={{ ...register('newPassword'), error: problemOf('newPassword') }}
        again={{ ...register('confirmPassword'), error: problemOf('confirmPassword') }}
      />
    </FormDialog>
  );
}
