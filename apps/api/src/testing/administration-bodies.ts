import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { newPerson } from './people-app.ts';

const reason = 'Asked for on the phone';
const { email } = newPerson();

/** A body that is valid for each call about accounts of others, and does little harm where it names nobody. */
export const ADMINISTRATION_BODIES: [Endpoint, Record<string, unknown>][] = [
  [contract.addAdministrator, { name: 'Wanjiru', email, staffRole: 'read-only' }],
  [contract.updateAdministrator, { name: 'Wanjiru', staffRole: 'read-only', status: 'ACTIVE', reason }],
  [contract.resetAdministratorPassword, { reason }],
  [contract.resetAdministratorTwoFactor, { reason }],
  [contract.freezeUser, { reason }],
  [contract.unfreezeUser, { reason }],
  [contract.unlockUser, {}],
  [contract.adminResendVerification, { contact: 'email' }],
  [contract.adminSignOutUser, { reason }],
  [contract.closeUser, { reason }],
  [contract.resetOwnerPassword, { reason, isTwoFactorReset: true }],
];

/** `path field` of every field of these that may be left out. */
export const OPTIONAL_IN_ADMINISTRATION = [
  ...['name', 'staffRole', 'status'].map((field) => `${contract.updateAdministrator.path} ${field}`),
  `${contract.resetOwnerPassword.path} isTwoFactorReset`,
];
