import { shillingsOf, storedMetadata } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishEvent } from '../../services/merchant-events/index.ts';
import { voucherPostings } from '../../services/postings/index.ts';
import { announceGift, notifyFormerRecipient } from './announce-gift.ts';
import { lockValue } from './find-voucher.ts';
import { spendingRefusal, wholeValueRefusal } from './voucher-status.ts';
import { withSecrets } from './secrets.ts';
import { insertActivity, insertVouchers, type Voucher, closeVouchers } from './store.ts';

type Voiding = {
  actionId: string;
  voucherId: string;
  valueGoesTo: 'replacement' | 'merchant';
  /** Recipient of the replacement, if another person. */
  recipient?: { fullName: string; phone: string; email?: string | undefined } | undefined;
  reason: string;
  administratorId: string;
};

/**
 * Voids a voucher. Moves its remaining value to a new voucher, for the same recipient or the named one. The value of
 * a merchant's own voucher goes back to the merchant. Notifies a recipient who loses a delivered gift to another by
 * SMS.
 * @returns the voucher's value, in cents
 * @throws Refusal voucher_not_found, voucher_bought, voucher_not_bought, and the reason why the voucher has no value
 */
export async function voidVoucher(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  voiding: Voiding,
): Promise<bigint> {
  const { actionId, voucherId, valueGoesTo, reason, administratorId } = voiding;
  const voucher = await lockValue(tx, { voucherId });
  const refusal = wholeValueRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  const { issuerMerchantId: merchantId, balanceCents } = voucher;
  await closeWithReason(tx, {
    voucherId,
    actionId,
    as: 'VOIDED',
    amountCents: balanceCents,
    reason,
    actor: { kind: 'admin', id: administratorId },
  });
  if (valueGoesTo === 'merchant') {
    if (merchantId === null) throw new Refusal('voucher_bought');
    await returnToIssuer(tx, { ...voucher, merchantId });
    return balanceCents;
  }
  if (merchantId !== null) throw new Refusal('voucher_not_bought');
  await replace(tx, deps, voucher, voiding);
  return balanceCents;
}

type VoidingByIssuer = {
  actionId: string;
  voucherId: string;
  merchantId: string;
  /** The staff member who voids; null for the merchant's own system. */
  staffId: string | null;
  reason: string | null;
};

/**
 * Voids one of a merchant's own vouchers at the merchant's request; the remaining value goes back to the merchant.
 * Changes nothing if the voucher is already void.
 * @throws Refusal voucher_not_found also for another merchant's voucher, voucher_used, voucher_expired,
 * voucher_frozen, voucher_held
 */
export async function voidByIssuer(
  tx: Transaction,
  { actionId, voucherId, merchantId, staffId, reason }: VoidingByIssuer,
): Promise<void> {
  const voucher = await lockValue(tx, { voucherId });
  if (voucher.issuerMerchantId !== merchantId) throw new Refusal('voucher_not_found');
  if (voucher.closedAs === 'VOIDED') return;
  const refusal = spendingRefusal(voucher) ?? wholeValueRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  await closeWithReason(tx, {
    voucherId,
    actionId,
    as: 'VOIDED',
    amountCents: voucher.balanceCents,
    reason,
    actor: { kind: 'merchant', id: merchantId, staffId },
  });
  await returnToIssuer(tx, { ...voucher, merchantId });
}

async function returnToIssuer(
  tx: Transaction,
  voucher: Voucher & { merchantId: string; balanceCents: bigint },
): Promise<void> {
  const { id: voucherId, merchantId, issuerReference, issuerMetadata } = voucher;
  await postOrThrow(tx, [voucherPostings.merchantVoucherVoided({ voucherId, merchantId })]);
  await publishEvent(tx, {
    merchantId,
    type: 'voucher.voided',
    data: {
      voucher_id: voucherId,
      amount: shillingsOf(voucher.balanceCents),
      currency: 'KES',
      ...(issuerReference !== null && { reference: issuerReference }),
      ...(issuerMetadata !== null && { metadata: storedMetadata.parse(issuerMetadata) }),
    },
    dedupeKey: voucherId,
  });
}

/** The actor that closes a voucher: an administrator, the buyer of an unsent gift, or its issuer. */
export type ClosingActor =
  | { kind: 'admin' | 'consumer'; id: string }
  | { kind: 'merchant'; id: string; staffId: string | null };

/** Closes a voucher, and records actor and reason. Lock the voucher first. */
export async function closeWithReason(
  tx: Transaction,
  closed: {
    voucherId: string;
    /** Also the activity's id, so that a repeated action is recorded once. */
    actionId: string;
    as: 'VOIDED' | 'REFUNDED';
    amountCents: bigint;
    reason: string | null;
    actor: ClosingActor;
  },
): Promise<void> {
  await closeVouchers(tx, [{ id: closed.voucherId, closedAs: closed.as }]);
  await insertActivity(tx, {
    voucher_id: closed.voucherId,
    id: closed.actionId,
    kind: closed.as,
    actor_kind: closed.actor.kind,
    actor_id: closed.actor.id,
    staff_id: closed.actor.kind === 'merchant' ? closed.actor.staffId : null,
    amount_cents: closed.amountCents,
    reason: closed.reason,
  });
}

async function replace(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  voucher: Voucher & { balanceCents: bigint },
  { actionId, reason, administratorId, recipient }: Voiding,
): Promise<void> {
  const replacementId = derivedId('replacement', actionId);
  const { recipientName, recipientMsisdn, recipientEmail } = recipient
    ? {
        recipientName: recipient.fullName,
        recipientMsisdn: recipient.phone,
        recipientEmail: recipient.email ?? null,
      }
    : voucher;
  const rows = await withSecrets(tx, deps.keys, [
    {
      id: replacementId,
      replaces_id: voucher.id,
      buyer_id: voucher.buyerId,
      face_cents: voucher.balanceCents,
      sender_name: voucher.senderName,
      recipient_name: recipientName,
      recipient_msisdn: recipientMsisdn,
      recipient_email: recipientEmail,
      message: voucher.message,
      cloth: voucher.cloth,
      mpesa_receipt: voucher.mpesaReceipt,
      deliverAt: voucher.deliverAt,
      expiresAt: voucher.expiresAt,
    },
  ]);
  const [isDelivered] = await insertVouchers(tx, rows);
  await postOrThrow(tx, [voucherPostings.voucherReplaced({ voucherId: voucher.id, replacementId })]);
  await insertActivity(tx, {
    voucher_id: replacementId,
    id: derivedId('replacement-issued', actionId),
    kind: 'ISSUED',
    actor_kind: 'admin',
    actor_id: administratorId,
    amount_cents: voucher.balanceCents,
    reason,
  });
  if (!isDelivered) return;
  await announceGift(tx, deps, { ...voucher, id: replacementId, recipientMsisdn, recipientEmail });
  if (recipientMsisdn !== voucher.recipientMsisdn) await notifyFormerRecipient(tx, deps, voucher, actionId);
}
