import {
  changeAdminPassword,
  disableAdminTwoFactor,
  enableAdminTwoFactor,
  listAdminDevices,
  renewAdminRecoveryCodes,
  signOutAdminDevice,
  signOutAdminEverywhere,
  startAdminTwoFactor,
} from '@zawadi/contract/admin-account';
import { call } from '../../api/call.ts';
import { AccountContext } from '../account-security/account.ts';
import type { SecurityCalls } from '../account-security/account.ts';
import { AccountSecurity } from '../account-security/account-security.tsx';
import { Devices } from '../account-security/devices.tsx';
import { useAdministrator, useSession } from '../session/session.tsx';

const calls: SecurityCalls = {
  changePassword: (body) => call(changeAdminPassword, { body }),
  startTwoFactor: (body) => call(startAdminTwoFactor, { body }),
  enableTwoFactor: (body) => call(enableAdminTwoFactor, { body }),
  disableTwoFactor: (body) => call(disableAdminTwoFactor, { body }),
  renewRecoveryCodes: (body) => call(renewAdminRecoveryCodes, { body }),
  listDevices: (signal) => call(listAdminDevices, { signal }),
  signOutDevice: (id) => call(signOutAdminDevice, { params: { id } }),
  signOutEverywhere: () => call(signOutAdminEverywhere, { body: {} }),
};

/** Password, second factor and devices of an administrator. */
export function AdminSecurity() {
  const { email, twoFactorEnabled } = useAdministrator();
  const { reload } = useSession();
  const staysWhenSignedOut = 'What you have approved stays approved.';
  return (
    <AccountContext value={{ signInName: email, twoFactorEnabled, calls, reload, staysWhenSignedOut }}>
      <AccountSecurity />
      <Devices />
    </AccountContext>
  );
}
