import { cloth } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify } from '../../services/messages/index.ts';
import { readUser } from '../../people/users/index.ts';
import { recordThanks } from './change-gift-store.ts';
import { findByClaimToken } from './find-voucher.ts';
import { recordOpening } from './open-gift.ts';
import { insertActivity, type Voucher } from './store.ts';

/**
 * Sends the recipient's thanks to the buyer of the gift, once.
 * @throws Refusal voucher_not_found also for a voucher without a buyer, voucher_not_yet_delivered,
 *   already_thanked
 */
export async function sayThanks(
  deps: Pick<Deps, 'db' | 'keys'>,
  input: { claimToken: string; message: string },
): Promise<{ isThanked: true }> {
  const voucher = await findByClaimToken(deps.db, input.claimToken);
  const { buyerId } = voucher;
  if (!buyerId) throw new Refusal('voucher_not_found');
  const thanksId = newId();
  await inTransaction(deps.db, (tx) => thankIn(tx, deps, { ...voucher, buyerId }, { ...input, thanksId }));
  return { isThanked: true };
}

/**
 * Sends the recipient's thanks in the caller's transaction, once.
 * @throws Refusal already_thanked
 */
export async function thankIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  voucher: Voucher & { buyerId: string },
  { message, thanksId }: { message: string; thanksId: string },
): Promise<void> {
  if (!(await recordThanks(tx, voucher.id, message))) throw new Refusal('already_thanked');
  await recordOpening(tx, deps, voucher, 'thanked');
  await insertActivity(tx, { voucher_id: voucher.id, id: thanksId, kind: 'THANKED', actor_kind: 'anyone' });
  const buyer = await readUser(tx, voucher.buyerId);
  if (!buyer) return;
  await publishHint(tx, { userId: buyer.id, topic: 'voucher', id: voucher.id });
  await notify(tx, deps, {
    template: 'gift-thanks',
    data: { recipientName: voucher.recipientName, message, cloth: cloth.parse(voucher.cloth) },
    sms: buyer.notifications && buyer.phoneVerified ? buyer.phoneMsisdn : undefined,
    email: buyer.emailAlerts ? buyer.email : undefined,
    push: { userId: buyer.id },
    language: buyer.language,
    dedupeKey: voucher.id,
  });
}
