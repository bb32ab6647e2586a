import {
  shillingsOf,
  type HandlerAnswer,
  type readVoucher as endpoint,
  parseVoucherCode,
  uuid,
} from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../../money/postings/index.ts';
import { statusOf, voucherCodeKeys } from '../../money/vouchers/index.ts';
import { findName } from '../../money/unique-names/index.ts';
import { findVoucherAt, listRedemptionsOf, type VoucherAtMerchant } from './voucher-store.ts';

type Answer = HandlerAnswer<typeof endpoint>;

/**
 * A voucher that was issued or redeemed at a merchant, or whose full code the merchant has.
 * @throws Refusal `voucher_not_found`, `voucher_not_yet_delivered`, `voucher_not_redeemable_here`
 */
export async function readVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  input: { merchantId: string; id: string },
): Promise<Answer> {
  const voucher = await findVoucher(deps, input);
  if (!voucher) throw new Refusal('voucher_not_found');
  if (voucher.isOfAnotherShop) throw new Refusal('voucher_not_redeemable_here');
  if (!voucher.isDelivered) throw new Refusal('voucher_not_yet_delivered');
  const balanceCents = await readBalance(deps.db, {
    homeId: voucher.id,
    account: account.voucher(voucher.id),
  });
  const redemptions = await listRedemptionsOf(deps.db, {
    merchantId: input.merchantId,
    voucherId: voucher.id,
  });
  return {
    id: voucher.id,
    object: 'voucher',
    status: statusOf({ ...voucher, balanceCents }),
    amount: shillingsOf(voucher.faceCents),
    balance: shillingsOf(balanceCents),
    currency: 'KES',
    expires_at: voucher.expiresAt.toISOString(),
    frozen: voucher.isFrozen,
    created: voucher.issuedAt.toISOString(),
    last_four: voucher.codeLastFour,
    ...(voucher.isIssuedHere && issuedHere(voucher)),
    redemptions,
  };
}

/**
 * The voucher that an API call names, by its id or its full code.
 * @returns undefined for what is neither; an id is only known to be well formed
 */
export async function findVoucherId(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  given: string,
): Promise<{ voucherId: string; isByCode: boolean } | undefined> {
  const code = parseVoucherCode(given);
  if (code !== undefined) {
    const found = await findName(db, 'voucher_code', voucherCodeKeys(keys, code));
    return found && { voucherId: found.targetId, isByCode: true };
  }
  return uuid.safeParse(given).success ? { voucherId: given.toLowerCase(), isByCode: false } : undefined;
}

async function findVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  { merchantId, id }: { merchantId: string; id: string },
): Promise<VoucherAtMerchant | undefined> {
  const meant = await findVoucherId(deps, id);
  const voucher = meant && (await findVoucherAt(deps.db, { merchantId, voucherId: meant.voucherId }));
  return meant?.isByCode || voucher?.isKnownHere ? voucher : undefined;
}

function issuedHere(voucher: VoucherAtMerchant): Pick<Answer, 'recipient' | 'message' | 'reference'> {
  const { recipientName: name, recipientMsisdn: phone, recipientEmail: email, message, reference } = voucher;
  return {
    recipient: { name, ...(phone !== null && { phone }), ...(email !== null && { email }) },
    message,
    ...(reference !== null && { reference }),
  };
}
