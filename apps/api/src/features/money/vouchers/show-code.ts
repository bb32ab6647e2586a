import { formatVoucherCode } from '@zawadi/contract';
import { decrypt } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../access/users/index.ts';
import { voucherBalance } from './find-by-claim-token.ts';
import { recordOpening } from './record-opening.ts';
import { refusalFor } from './refusal-for.ts';
import { findVoucher } from './store.ts';
import { isRecipient } from './notify-buyer.ts';
import { statusOf } from './voucher-status.ts';

/**
 * The code of a gift, for its recipient. Showing the code opens the gift.
 * @throws Refusal voucher_not_found also for a gift that is another user's or not delivered yet, and why a voucher
 *   gives nothing
 */
export async function showCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  input: { userId: string; voucherId: string },
): Promise<{ code: string }> {
  const user = await readUser(deps.db, input.userId);
  const voucher = await findVoucher(deps.db, input.voucherId);
  if (!user || !voucher?.isDelivered || !isRecipient(voucher, user)) throw new Refusal('voucher_not_found');
  const balanceCents = await voucherBalance(deps.db, voucher.id);
  const refusal = refusalFor(statusOf({ ...voucher, balanceCents }));
  if (refusal) throw new Refusal(refusal);
  if (!voucher.openedAt) await inTransaction(deps.db, (tx) => recordOpening(tx, deps, voucher));
  return { code: formatVoucherCode(decrypt(deps.keys, voucher.codeSealed)) };
}
