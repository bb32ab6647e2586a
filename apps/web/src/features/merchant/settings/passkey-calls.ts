import {
  addMerchantPasskey,
  listMerchantPasskeys,
  removeMerchantPasskey,
  renameMerchantPasskey,
  startMerchantPasskey,
} from '@zawadi/contract/passkeys';
import { call } from '../../../api/call.ts';
import type { PasskeyCalls } from '../../account-security/account.ts';

/** What one of this area does with the own passkeys. */
export const passkeyCalls: PasskeyCalls = {
  listPasskeys: (signal) => call(listMerchantPasskeys, { signal }),
  startPasskey: (body) => call(startMerchantPasskey, { body }),
  addPasskey: (body) => call(addMerchantPasskey, { body }),
  renamePasskey: (id, body) => call(renameMerchantPasskey, { params: { id }, body }),
  removePasskey: (id, body) => call(removeMerchantPasskey, { params: { id }, body }),
};
