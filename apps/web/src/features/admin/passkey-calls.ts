import {
  addAdminPasskey,
  listAdminPasskeys,
  removeAdminPasskey,
  renameAdminPasskey,
  startAdminPasskey,
} from '@zawadi/contract/passkeys';
import { call } from '../../api/call.ts';
import type { PasskeyCalls } from '../account-security/account.ts';

/** What one of this area does with the own passkeys. */
export const passkeyCalls: PasskeyCalls = {
  listPasskeys: (signal) => call(listAdminPasskeys, { signal }),
  startPasskey: (body) => call(startAdminPasskey, { body }),
  addPasskey: (body) => call(addAdminPasskey, { body }),
  renamePasskey: (id, body) => call(renameAdminPasskey, { params: { id }, body }),
  removePasskey: (id, body) => call(removeAdminPasskey, { params: { id }, body }),
};
