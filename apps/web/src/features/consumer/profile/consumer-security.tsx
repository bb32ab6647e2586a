import { say } from '../../../i18n/say.ts';
import { AccountSecurity } from '../../account-security/account-security.tsx';
import { useSession, useUser } from '../../session/session.tsx';

/** Password, second factor, passkeys and devices of a consumer. */
export function ConsumerSecurity() {
  const { email, twoFactorEnabled } = useUser();
  const { reload } = useSession();
  return (
    <AccountSecurity
      signInName={email}
      twoFactorEnabled={twoFactorEnabled}
      reload={reload}
      staysWhenSignedOut={say('Your money and gifts stay as they are.')}
    />
  );
}
