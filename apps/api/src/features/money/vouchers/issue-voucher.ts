import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { notify } from '../../messages/messages/index.ts';
import { announcementOf, type Announcement } from './announce-gift.ts';
import { newSecrets, registerSecrets } from './secrets.ts';
import { insertActivity, insertVoucher } from './store.ts';

type NewVoucher = {
  voucherId: string;
  purchaseId: string;
  buyerId: string;
  faceCents: bigint;
  senderName: string;
  recipientName: string;
  recipientMsisdn: string;
  recipientEmail: string | null;
  message: string;
  cloth: string;
  mpesaReceipt: string | undefined;
  /** At once when absent, null or past. */
  deliverAt?: Date | null;
};

/**
 * Gives a paid voucher its code and claim link and has the recipient told, unless it is for later, in the transaction
 * that pays for it. The code is kept as keyed hash for look-up and sealed for resending; nowhere in clear.
 * @param alsoTell what else is to be told, by whether the recipient is now
 */
export async function issueVoucher(
  tx: Transaction,
  deps: { keys: Keys },
  voucher: NewVoucher,
  alsoTell: (isDelivered: boolean) => Announcement,
): Promise<void> {
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
  await registerSecrets(tx, voucher.voucherId, secrets);
  await insertActivity(tx, {
    voucher_id: voucher.voucherId,
    id: newId(),
    kind: 'ISSUED',
    actor_kind: 'consumer',
    actor_id: voucher.buyerId,
    amount_cents: voucher.faceCents,
  });
  const gift = isDelivered ? await announcementOf(tx, { ...voucher, id: voucher.voucherId }) : undefined;
  const others = alsoTell(isDelivered);
  await notify(tx, deps, ...(gift?.notices ?? []), ...others.notices);
  await publishHint(tx, ...(gift?.hints ?? []), ...others.hints);
}
