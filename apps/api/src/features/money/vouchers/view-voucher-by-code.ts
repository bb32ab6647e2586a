import type { VoucherOfCode } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { describeGift } from './describe-gift.ts';
import { voucherBalance } from './find-by-claim-token.ts';
import { findByTypedCode, type TypedCode } from './find-by-typed-code.ts';
import { refusalFor } from './refusal-for.ts';
import { statusOf } from './voucher-status.ts';

/**
 * The voucher behind a typed code, for the holder of the code; nothing moves, and it does not count as opened.
 * @throws Refusal as the contract lists them
 */
export async function viewVoucherByCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  typed: TypedCode,
): Promise<VoucherOfCode> {
  const voucher = await findByTypedCode(deps, typed);
  if (voucher.issuerMerchantId) throw new Refusal('voucher_not_claimable');
  const balanceCents = await voucherBalance(deps.db, voucher.id);
  const status = statusOf({ ...voucher, balanceCents });
  const refusal = refusalFor(status);
  if (refusal) throw new Refusal(refusal);
  return describeGift(voucher, { status, balanceCents });
}
