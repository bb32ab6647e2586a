import { useRouter } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { AccountContext } from '../account-security/account.ts';
import { TwoFactorRow } from '../account-security/two-factor-row.tsx';
import { FirstPasswordForm } from '../first-password/first-password-form.tsx';
import { Door } from '../session/door.tsx';
import { useAdministrator, useSession } from '../session/session.tsx';
import { securityCalls as calls } from './security-calls.ts';

const SAYING = 'Every shilling in its place.';

/** What an administrator does before anything else: an own password, and a second factor where one is required. */
export function FirstStepsScreen() {
  return useAdministrator().mustChangePassword ? <OwnPassword /> : <SecondFactor />;
}

function OwnPassword() {
  return (
    <Door
      area="admin"
      title="Choose your own password"
      saying={SAYING}
      intro="The one you were given was for the first sign-in only."
    >
      <FirstPasswordForm change={calls.changePassword} />
    </Door>
  );
}

function SecondFactor() {
  const { email, twoFactorEnabled } = useAdministrator();
  const { reload, signOut } = useSession();
  const router = useRouter();
  return (
    <Door
      area="admin"
      title="Protect your sign-in"
      saying={SAYING}
      intro="Administrators work with a code from their phone besides the password."
    >
      <AccountContext value={{ signInName: email, twoFactorEnabled, calls, reload, staysWhenSignedOut: '' }}>
        <TwoFactorRow />
      </AccountContext>
      {twoFactorEnabled && (
        <Button wide onClick={() => void router.invalidate()}>
          Continue
        </Button>
      )}
      <p className="centred">
        <Button variant="quiet" small onClick={() => void signOut()}>
          Sign in as somebody else
        </Button>
      </p>
    </Door>
  );
}
