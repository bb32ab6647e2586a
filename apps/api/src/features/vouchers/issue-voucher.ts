import { randomBytes } from 'node:crypto';
import { voucherCodeFromBytes } from '@zawadi/contract';
import { encrypt, lookupHash, randomToken, tokenHash, type Keys } from '../../platform/crypto/keys.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { takeName } from '../lookups/index.ts';
import { notify } from '../notifications/index.ts';
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
};

/**
 * Gives a paid voucher its code and claim link and has the recipient told, in the transaction that pays for it.
 * The code is kept as keyed hash for look-up and sealed for resending; nowhere in clear.
 */
export async function issueVoucher(
  tx: Transaction,
  deps: { keys: Keys },
  voucher: NewVoucher,
): Promise<void> {
  const code = voucherCodeFromBytes(randomBytes(15));
  const claimToken = randomToken();
  const target = { homeId: voucher.voucherId, targetId: voucher.voucherId };
  await insertVoucher(tx, {
    id: voucher.voucherId,
    purchase_id: voucher.purchaseId,
    buyer_id: voucher.buyerId,
    face_cents: voucher.faceCents,
    code_sealed: encrypt(deps.keys, code),
    code_last_four: code.slice(-4),
    claim_token_sealed: encrypt(deps.keys, claimToken),
    sender_name: voucher.senderName,
    recipient_name: voucher.recipientName,
    recipient_msisdn: voucher.recipientMsisdn,
    recipient_email: voucher.recipientEmail,
    message: voucher.message,
    cloth: voucher.cloth,
    mpesa_receipt: voucher.mpesaReceipt ?? null,
  });
  await takeName(tx, 'voucher_code', voucherCodeKey(deps.keys, code), target);
  await takeName(tx, 'claim_token', claimTokenKey(claimToken), target);
  await insertActivity(tx, {
    voucher_id: voucher.voucherId,
    id: newId(),
    kind: 'ISSUED',
    actor_kind: 'consumer',
    actor_id: voucher.buyerId,
    amount_cents: voucher.faceCents,
  });
  await notify(tx, deps, {
    template: 'voucher-gift',
    data: { voucherId: voucher.voucherId },
    sms: voucher.recipientMsisdn,
    email: voucher.recipientEmail,
    dedupeKey: voucher.voucherId,
  });
}

/** How a code is found: a keyed hash, so that a copy of the database holds no spendable code. */
export function voucherCodeKey(keys: Keys, code: string): string {
  return lookupHash(keys, `voucher-code/${code}`).toString('hex');
}

export function claimTokenKey(claimToken: string): string {
  return tokenHash(claimToken).toString('hex');
}
