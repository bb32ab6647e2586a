import { AccountSecurity } from '../account-security/account-security.tsx';
import { useAdministrator, useSession } from '../session/session.tsx';

/** Password, second factor, passkeys and devices of an administrator. */
export function AdminSecurity() {
  const { email, twoFactorEnabled } = useAdministrator();
  const { reload } = useSession();
  return (
    <AccountSecurity
      signInName={email}
      twoFactorEnabled={twoFactorEnabled}
      reload={reload}
      staysWhenSignedOut="What you have approved stays approved."
    />
  );
}
