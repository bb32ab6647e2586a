import {
  changePassword,
  disableTwoFactor,
  enableTwoFactor,
  listDevices,
  renewRecoveryCodes,
  signOutDevice,
  signOutEverywhere,
  startTwoFactor,
} from '@zawadi/contract/account';
import { call } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { AccountContext } from '../../account-security/account.ts';
import type { SecurityCalls } from '../../account-security/account.ts';
import { AccountSecurity } from '../../account-security/account-security.tsx';
import { Devices } from '../../account-security/devices.tsx';
import { useSession, useUser } from '../../session/session.tsx';

const calls: SecurityCalls = {
  changePassword: (body) => call(changePassword, { body }),
  startTwoFactor: (body) => call(startTwoFactor, { body }),
  enableTwoFactor: (body) => call(enableTwoFactor, { body }),
  disableTwoFactor: (body) => call(disableTwoFactor, { body }),
  renewRecoveryCodes: (body) => call(renewRecoveryCodes, { body }),
  listDevices: (signal) => call(listDevices, { signal }),
  signOutDevice: (id) => call(signOutDevice, { params: { id } }),
  signOutEverywhere: () => call(signOutEverywhere, { body: {} }),
};

const fetchPasskeyCalls = async () => (await import('./passkey-calls.ts')).passkeyCalls;

/** Password, second factor, passkeys and devices of a consumer. */
export function ConsumerSecurity() {
  const { email, twoFactorEnabled } = useUser();
  const { reload } = useSession();
  const staysWhenSignedOut = say('Your money and gifts stay as they are.');
  return (
    <AccountContext
      value={{ signInName: email, twoFactorEnabled, calls, fetchPasskeyCalls, reload, staysWhenSignedOut }}
    >
      <AccountSecurity />
      <Devices />
    </AccountContext>
  );
}
