import { formatVoucherCode, type PublicVoucher } from '@zawadi/contract';
import { decrypt } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { listShops } from '../../merchants/merchants/index.ts';
import { describeGift } from './describe-gift.ts';
import { findByClaimToken, voucherBalance } from './find-by-claim-token.ts';
import { recordOpening } from './record-opening.ts';
import { statusOf } from './voucher-status.ts';

/**
 * The voucher behind a claim link, for the holder of the link. The code is there only while it can be spent.
 * @throws Refusal voucher_not_found, voucher_not_yet_delivered
 */
export async function viewVoucher(
  deps: Pick<Deps, 'db' | 'keys'>,
  input: { claimToken: string },
): Promise<PublicVoucher> {
  const voucher = await findByClaimToken(deps.db, input.claimToken);
  const balanceCents = await voucherBalance(deps.db, voucher.id);
  const status = statusOf({ ...voucher, balanceCents });
  const canBeSpent = status === 'ACTIVE' || status === 'PARTIALLY_REDEEMED';
  if (!voucher.openedAt) await inTransaction(deps.db, (tx) => recordOpening(tx, deps, voucher));
  return {
    ...describeGift(voucher, { status, balanceCents }),
    code: canBeSpent ? formatVoucherCode(decrypt(deps.keys, voucher.codeSealed)) : undefined,
    canBeThanked: voucher.buyerId !== null && voucher.thankedAt === null,
    canBeClaimed: voucher.issuerMerchantId === null,
    ...(await listShops(deps.db, voucher.issuerMerchantId)),
  };
}
