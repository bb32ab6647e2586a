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
import type { SecurityCalls } from '../account-security/account.ts';

/** What an administrator does with the own sign-in. */
export const securityCalls: SecurityCalls = {
  changePassword: (body) => call(changeAdminPassword, { body }),
  startTwoFactor: (body) => call(startAdminTwoFactor, { body }),
  enableTwoFactor: (body) => call(enableAdminTwoFactor, { body }),
  disableTwoFactor: (body) => call(disableAdminTwoFactor, { body }),
  renewRecoveryCodes: (body) => call(renewAdminRecoveryCodes, { body }),
  listDevices: (signal) => call(listAdminDevices, { signal }),
  signOutDevice: (id) => call(signOutAdminDevice, { params: { id } }),
  signOutEverywhere: () => call(signOutAdminEverywhere, { body: {} }),
};

export const fetchPasskeyCalls = async () => (await import('./passkey-calls.ts')).passkeyCalls;
