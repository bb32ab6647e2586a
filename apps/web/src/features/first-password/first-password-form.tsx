import { useRouter } from '@tanstack/react-router';
import { changePassword } from '@zawadi/contract/account-security';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { NewPasswordTwice } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { changeOf, NO_PASSWORDS, passwordChange } from '../account-security/password-change.ts';
import { useContractForm } from '../forms/use-contract-form.ts';
import { useSession } from '../session/session.tsx';

/** Form after a sign-in with a temporary password: the user sets a new password. */
export function FirstPasswordForm() {
  const { signOut, merchant } = useSession();
  const { register, submit, isBusy, problemOf } = useFirstPassword();
  return (
    <>
      <form className="stack" noValidate onSubmit={submit}>
        <PasswordField
          label={say('Temporary password')}
          error={problemOf('currentPassword')}
          {...register('currentPassword')}
        />
        <NewPasswordTwice
          label={say('New password')}
          againLabel={say('Confirm password')}
          ownWords={() => ownWordsOf(merchant)}
          first={{ ...register('newPassword'), error: problemOf('newPassword') }}
          again={{ ...register('confirmPassword'), error: problemOf('confirmPassword') }}
        />
        <Button type="submit" wide isBusy={isBusy} busyLabel={say('Saving...')}>
          {say('Save and continue')}
        </Button>
      </form>
      <p className="centred">
        <Button variant="quiet" small onClick={() => void signOut()}>
          {say('Sign in as someone else')}
        </Button>
      </p>
    </>
  );
}

/** Words that the server refuses in a password of the shop's staff. */
function ownWordsOf(merchant: ReturnType<typeof useSession>['merchant']): string[] {
  const { businessName, contactName, merchantCode } = merchant ?? {};
  return [businessName, contactName, merchantCode].filter((word) => word !== undefined);
}

function useFirstPassword() {
  const { signIn } = useSession();
  const router = useRouter();
  return useContractForm(changePassword, {
    schema: passwordChange,
    defaultValues: NO_PASSWORDS,
    inputOf: changeOf,
    onSaved: async (tokens) => {
      await signIn(tokens);
      toast.success(say('Password changed'));
      // Run the route guards again, because they may now admit the user to the area.
      await router.invalidate();
    },
    codes: { password_wrong: 'currentPassword', password_unchanged: 'newPassword' },
    fallback: say('The password could not be saved.'),
  });
}
