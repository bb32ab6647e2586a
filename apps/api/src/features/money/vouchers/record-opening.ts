import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { insertActivity, markOpened, type Voucher } from './store.ts';
import { notifyBuyer } from './notify-buyer.ts';

/** Records that a gift was seen for the first time, and notifies its buyer. */
export async function recordOpening(tx: Transaction, deps: { keys: Keys }, voucher: Voucher): Promise<void> {
  if (!(await markOpened(tx, voucher))) return;
  await insertActivity(tx, { voucher_id: voucher.id, id: newId(), kind: 'OPENED', actor_kind: 'anyone' });
  await notifyBuyer(tx, deps, voucher, 'gift-opened');
}
