import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '@zawadi/contract/passkeys';
import { call } from '../../../api/call.ts';
import type { PasskeyCalls } from '../../account-security/account.ts';

/** What one of this area does with the own passkeys. */
export const passkeyCalls: PasskeyCalls = {
  listPasskeys: (signal) => call(listPasskeys, { signal }),
  startPasskey: (body) => call(startPasskey, { body }),
  addPasskey: (body) => call(addPasskey, { body }),
  renamePasskey: (id, body) => call(renamePasskey, { params: { id }, body }),
  removePasskey: (id, body) => call(removePasskey, { params: { id }, body }),
};
