import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { AccountContext } from '../account-security/account.ts';
import { ManagePasskeys } from '../account-security/manage-passkeys.tsx';
import { PasskeysTitle } from '../account-security/passkeys-row.tsx';
import { TwoFactorRow } from '../account-security/two-factor-row.tsx';
import { FirstPasswordForm } from '../first-password/first-password-form.tsx';
import { Door } from '../session/door.tsx';
import { useAdministrator, useSession } from '../session/session.tsx';
const SAYING = 'Every shilling in its place.';

/** An administrator's first steps: choose a password, and add a second factor and a passkey if required. */
export function FirstStepsScreen() {
  return useAdministrator().mustChangePassword ? <OwnPassword /> : <Protection />;
}

function OwnPassword() {
  return (
    <Door area="admin" title="Choose your own password" saying={SAYING}>
      <FirstPasswordForm />
    </Door>
  );
}

function Protection() {
  const { email, twoFactorEnabled, mustEnrolTwoFactor, mustAddPasskey } = useAdministrator();
  // Remember which steps were required, so that each step stays on screen while it shows its result.
  const [asked] = useState({ factor: mustEnrolTwoFactor, passkey: mustAddPasskey });
  const { reload, signOut } = useSession();
  const router = useRouter();
  return (
    <Door
      area="admin"
      title="Protect your sign-in"
      saying={SAYING}
      intro={
        asked.factor
          ? 'Administrators work with a code from their phone besides the password.'
          : 'Administrators work with a passkey of their own here.'
      }
    >
      <AccountContext
        value={{
          signInName: email,
          twoFactorEnabled,

          reload,
          staysWhenSignedOut: '',
        }}
      >
        {asked.factor && <TwoFactorRow />}
        {asked.passkey && (
          <>
            <PasskeysTitle />
            <ManagePasskeys />
          </>
        )}
      </AccountContext>
      {!mustEnrolTwoFactor && !mustAddPasskey && (
        <Button wide onClick={() => void router.invalidate()}>
          Continue
        </Button>
      )}
      <p className="centred">
        <Button variant="quiet" small onClick={() => void signOut()}>
          Sign in as someone else
        </Button>
      </p>
    </Door>
  );
}
