import { formatVoucherCode, type Metadata } from '@zawadi/contract';
import { post } from '../../../ledger/index.ts';
import { decrypt, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { postings } from '../../services/postings/index.ts';
import { announceGift } from './announce-gift.ts';
import { withSecrets } from './secrets.ts';
import { findVoucher, insertActivity, insertVouchers, isPossibleExpiry, type Voucher } from './store.ts';

/** A merchant's input for a voucher that it issues. */
export type IssueDetails = {
  recipientName: string;
  recipientMsisdn: string | null;
  recipientEmail: string | null;
  message: string;
  reference: string | null;
  metadata: Metadata | null;
};

type NewMerchantVoucher = IssueDetails & {
  /** Id chosen by the caller, who must find the voucher again when the request is repeated. */
  voucherId?: string | undefined;
  merchantId: string;
  /** The staff member who issues it; null for the merchant's own system. */
  staffId: string | null;
  /** Shown as the sender. */
  businessName: string;
  faceCents: bigint;
  /** Null for the end of the day in Nairobi, 24 months from now. */
  expiresAt: Date | null;
};

export type IssuedMerchantVoucher = {
  voucherId: string;
  expiresAt: Date;
  /** Formatted in four groups: XXXX-XXXX-XXXX-XXXX. */
  code: string;
  claimToken: string;
};

/**
 * Issues a voucher with value from the merchant's balance, and notifies its recipient. Only this merchant can redeem
 * it.
 * @throws Refusal `expiry_moment_invalid`, `insufficient_merchant_balance`
 */
export async function issueMerchantVoucher(
  tx: Transaction,
  deps: { keys: Keys },
  voucher: NewMerchantVoucher,
): Promise<IssuedMerchantVoucher> {
  const { merchantId, faceCents, expiresAt } = voucher;
  if (expiresAt && !(await isPossibleExpiry(tx, expiresAt))) throw new Refusal('expiry_moment_invalid');
  const { voucherId: id = newId() } = voucher;
  const rows = await withSecrets(tx, deps.keys, [
    {
      id,
      issuer_merchant_id: merchantId,
      issuer_reference: voucher.reference,
      issuer_metadata: voucher.metadata === null ? null : JSON.stringify(voucher.metadata),
      face_cents: faceCents,
      sender_name: voucher.businessName,
      recipient_name: voucher.recipientName,
      recipient_msisdn: voucher.recipientMsisdn,
      recipient_email: voucher.recipientEmail,
      message: voucher.message,
      cloth: 'plain',
      deliverAt: null,
      expiresAt,
    },
  ]);
  await insertVouchers(tx, rows);
  await insertActivity(tx, {
    voucher_id: id,
    id: newId(),
    kind: 'ISSUED',
    actor_kind: 'merchant',
    actor_id: merchantId,
    staff_id: voucher.staffId,
    amount_cents: faceCents,
  });
  await announceGift(tx, deps, { ...voucher, id });
  // Post last: all requests of a merchant wait for the lock of its balance, so hold the lock briefly.
  const [outcome] = await post(tx, [postings.merchantVoucher({ merchantId, voucherId: id, faceCents })]);
  if (outcome?.outcome !== 'posted') throw new Refusal('insufficient_merchant_balance');
  const stored = await findVoucher(tx, id);
  if (!stored) throw new Error(`voucher ${id} does not exist`);
  return issuedAs(deps, stored);
}

/** Describes an issued voucher to its issuer, with code and claim token. */
export function issuedAs(deps: { keys: Keys }, stored: Voucher): IssuedMerchantVoucher {
  return {
    voucherId: stored.id,
    expiresAt: stored.expiresAt,
    code: formatVoucherCode(decrypt(deps.keys, stored.codeSealed)),
    claimToken: decrypt(deps.keys, stored.claimTokenSealed),
  };
}
