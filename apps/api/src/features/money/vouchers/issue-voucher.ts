import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { announceGift } from './announce-gift.ts';
import { newSecrets, takeNames } from './secrets.ts';
import { insertActivity, insertVoucher } from './store.ts';

type NewVoucher = {
  voucherId: string;
  purchaseId: string;
  buyerId: string;
  faceCents: bigint;
  senderName: string;
  recipientName: string;
  recipientMsisdn: string;
  recipientEmail: string;
  message: string;
  cloth: string;
  mpesaReceipt: string | undefined;
  /** At once when absent, null or past. */
  deliverAt?: Date | null;
};

/**
 * Gives a paid voucher its code and claim link and has the recipient told, unless it is for later, in the transaction
 * that pays for it. The code is kept as keyed hash for look-up and sealed for resending; nowhere in clear.
 * @returns whether the recipient is notified now
 */
export async function issueVoucher(
  tx: Transaction,
  deps: { keys: Keys },
  voucher: NewVoucher,
): Promise<boolean> {
  const secrets = newSecrets(deps.keys);
  const isDelivered = await insertVoucher(tx, {
    id: voucher.voucherId,
    purchase_id: voucher.purchaseId,
    buyer_id: voucher.buyerId,
    face_cents: voucher.faceCents,
    ...secrets.columns,
    sender_name: voucher.senderName,
    recipient_name: voucher.recipientName,
    recipient_msisdn: voucher.recipientMsisdn,
    recipient_email: voucher.recipientEmail,
    message: voucher.message,
    cloth: voucher.cloth,
    mpesa_receipt: voucher.mpesaReceipt ?? null,
    deliverAt: voucher.deliverAt ?? null,
  });
  await takeNames(tx, voucher.voucherId, secrets);
  await insertActivity(tx, {
    voucher_id: voucher.voucherId,
    id: newId(),
    kind: 'ISSUED',
    actor_kind: 'consumer',
    actor_id: voucher.buyerId,
    amount_cents: voucher.faceCents,
  });
  if (isDelivered) await announceGift(tx, deps, { ...voucher, id: voucher.voucherId });
  return isDelivered;
}
