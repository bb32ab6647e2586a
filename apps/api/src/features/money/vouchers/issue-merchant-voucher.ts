import { formatVoucherCode } from '@zawadi/contract';
import { post } from '../../../ledger/index.ts';
import { decrypt, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { postings } from '../postings/index.ts';
import { announceGift } from './announce-gift.ts';
import { newSecrets, takeNames } from './secrets.ts';
import { findVoucher, insertActivity, insertVoucher, isPossibleExpiry } from './store.ts';

type NewMerchantVoucher = {
  merchantId: string;
  /** Stands where a bought voucher has its sender. */
  businessName: string;
  faceCents: bigint;
  recipientName: string;
  recipientMsisdn: string | null;
  recipientEmail: string | null;
  message: string;
  reference: string | null;
  /** 24 months from now, to the end of that day in Nairobi, when null. */
  expiresAt: Date | null;
};

export type IssuedMerchantVoucher = {
  voucherId: string;
  expiresAt: Date;
  /** In four groups. */
  code: string;
  claimToken: string;
};

/**
 * Makes a voucher out of what a merchant is owed and notifies its recipient. It can be spent at its issuer only.
 * @throws Refusal `expiry_moment_invalid`, `insufficient_merchant_balance`
 */
export async function issueMerchantVoucher(
  tx: Transaction,
  deps: { keys: Keys },
  voucher: NewMerchantVoucher,
): Promise<IssuedMerchantVoucher> {
  const { merchantId, faceCents, expiresAt } = voucher;
  if (expiresAt && !(await isPossibleExpiry(tx, expiresAt))) throw new Refusal('expiry_moment_invalid');
  const id = newId();
  const secrets = newSecrets(deps.keys);
  await insertVoucher(tx, {
    id,
    issuer_merchant_id: merchantId,
    issuer_reference: voucher.reference,
    face_cents: faceCents,
    ...secrets.columns,
    sender_name: voucher.businessName,
    recipient_name: voucher.recipientName,
    recipient_msisdn: voucher.recipientMsisdn,
    recipient_email: voucher.recipientEmail,
    message: voucher.message,
    cloth: 'plain',
    deliverAt: null,
    expiresAt,
  });
  await takeNames(tx, id, secrets);
  await insertActivity(tx, {
    voucher_id: id,
    id: newId(),
    kind: 'ISSUED',
    actor_kind: 'merchant',
    actor_id: merchantId,
    amount_cents: faceCents,
  });
  await announceGift(tx, deps, { ...voucher, id });
  // Last, because all vouchers of a merchant wait for the lock of its balance.
  const [outcome] = await post(tx, [postings.merchantVoucher({ merchantId, voucherId: id, faceCents })]);
  if (outcome?.outcome !== 'posted') throw new Refusal('insufficient_merchant_balance');
  const stored = await findVoucher(tx, id);
  if (!stored) throw new Error(`voucher ${id} is not there`);
  return {
    voucherId: id,
    expiresAt: stored.expiresAt,
    code: formatVoucherCode(decrypt(deps.keys, secrets.columns.code_sealed)),
    claimToken: decrypt(deps.keys, secrets.columns.claim_token_sealed),
  };
}
