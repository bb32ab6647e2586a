import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify } from '../../services/messages/index.ts';
import { announcementsOf, type Announcement } from './announce-gift.ts';
import { withSecrets } from './secrets.ts';
import { insertActivities, insertVouchers } from './store.ts';

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
  /** Delivery moment; at once if absent, null or in the past. */
  deliverAt?: Date | null;
};

/** A paid voucher, and further messages to send with it, which depend on whether it is delivered now. */
export type Issue = {
  voucher: NewVoucher;
  alsoTell: (isDelivered: boolean) => Announcement;
  /** Trace context of the payment. */
  traceparent?: string | undefined;
};

/**
 * Issues paid vouchers with code, alias and claim link, in the transaction that books the payment. Notifies the recipient
 * unless the gift is scheduled. Stores code and alias as keyed hashes for look-ups and sealed for resending, never in
 * clear text.
 */
export async function issueVouchers(tx: Transaction, deps: { keys: Keys }, all: Issue[]): Promise<void> {
  if (all.length === 0) return;
  const delivered = await insertVouchers(tx, await withSecrets(tx, deps.keys, all.map(rowOf)));
  await insertActivities(tx, all.map(activityOf));
  const announced = all.filter((_, n) => delivered[n]);
  const gifts = announced.map(({ voucher }) => ({ ...voucher, id: voucher.voucherId }));
  const announcements = gifts.length === 0 ? [] : await announcementsOf(tx, gifts);
  const ofVoucher = new Map(gifts.map(({ id }, n) => [id, announcements[n]]));
  const told = all.map(({ voucher: { voucherId }, alsoTell, traceparent }, n) => {
    const gift = ofVoucher.get(voucherId);
    const others = alsoTell(delivered[n] === true);
    const notices = [...(gift?.notices ?? []), ...others.notices];
    return {
      notices: notices.map((notice) => ({ ...notice, traceparent })),
      hints: [...(gift?.hints ?? []), ...others.hints],
    };
  });
  await notify(tx, deps, ...told.flatMap(({ notices }) => notices));
  await publishHint(tx, ...told.flatMap(({ hints }) => hints));
}

function rowOf({ voucher }: Issue) {
  return {
    id: voucher.voucherId,
    purchase_id: voucher.purchaseId,
    buyer_id: voucher.buyerId,
    face_cents: voucher.faceCents,
    sender_name: voucher.senderName,
    recipient_name: voucher.recipientName,
    recipient_msisdn: voucher.recipientMsisdn,
    recipient_email: voucher.recipientEmail,
    message: voucher.message,
    cloth: voucher.cloth,
    mpesa_receipt: voucher.mpesaReceipt ?? null,
    deliverAt: voucher.deliverAt ?? null,
  };
}

function activityOf({ voucher }: Issue): Parameters<typeof insertActivities>[1][number] {
  return {
    voucher_id: voucher.voucherId,
    id: newId(),
    kind: 'ISSUED',
    actor_kind: 'consumer',
    actor_id: voucher.buyerId,
    amount_cents: voucher.faceCents,
  };
}
