import { AccountContext } from '../account-security/account.ts';
import { AccountSecurity } from '../account-security/account-security.tsx';
import { Devices } from '../account-security/devices.tsx';
import { useAdministrator, useSession } from '../session/session.tsx';
import { fetchPasskeyCalls, securityCalls as calls } from './security-calls.ts';

/** Password, second factor, passkeys and devices of an administrator. */
export function AdminSecurity() {
  const { email, twoFactorEnabled } = useAdministrator();
  const { reload } = useSession();
  const staysWhenSignedOut = 'What you have approved stays approved.';
  return (
    <AccountContext
      value={{ signInName: email, twoFactorEnabled, calls, fetchPasskeyCalls, reload, staysWhenSignedOut }}
    >
      <AccountSecurity />
      <Devices />
    </AccountContext>
  );
}
