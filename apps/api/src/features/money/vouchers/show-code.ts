import { formatVoucherAlias, formatVoucherCode, type PublicVoucher } from '@zawadi/contract';
import { decrypt, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../people/users/index.ts';
import { readFeaturesOn } from '../../services/settings/index.ts';
import { findByClaimToken } from './find-voucher.ts';
import { isRecipient } from './notify-buyer.ts';
import { openGift, recordOpening, type Opening } from './open-gift.ts';
import { findVoucher, type Voucher } from './store.ts';
import { viewVoucher } from './view-voucher.ts';
import { spendingRefusal } from './voucher-status.ts';

type CodeDeps = Pick<Deps, 'db' | 'keys'>;

/**
 * Shows the code of a gift to the holder of its link; this opens the gift.
 * @throws Refusal voucher_not_found, voucher_not_yet_delivered, and the reason why the voucher has no value
 */
export async function showCodeByLink(
  deps: CodeDeps,
  input: { claimToken: string },
): Promise<{ code: string }> {
  return revealCode(deps, await findByClaimToken(deps.db, input.claimToken), 'code-shown');
}

/**
 * Shows the code of a gift to its recipient; this opens the gift.
 * @throws Refusal voucher_not_found also for a gift that is another user's or not delivered yet, and the reason why
 * the voucher has no value
 */
export async function showCode(
  deps: CodeDeps,
  input: { userId: string; voucherId: string },
): Promise<{ code: string }> {
  const user = await readUser(deps.db, input.userId);
  const voucher = await findVoucher(deps.db, input.voucherId);
  if (!user || !voucher?.isDelivered || !isRecipient(voucher, user)) throw new Refusal('voucher_not_found');
  return revealCode(deps, voucher, 'code-shown-in-wallet');
}

/** A gift for printing. */
export type PrintedGift = PublicVoucher & {
  /** Absent if the voucher can no longer be spent. */
  code?: string;
  /** Its number for keypads, in groups. Absent with the code, and while aliases are switched off. */
  alias?: string;
};

/**
 * Reads the voucher behind a claim link for printing. Includes code and alias while the voucher can be spent, which opens
 * the gift.
 * @throws Refusal voucher_not_found, voucher_not_yet_delivered
 */
export async function printGift(deps: CodeDeps, input: { claimToken: string }): Promise<PrintedGift> {
  const gift = await viewVoucher(deps, input);
  if (!gift.hasCode) return gift;
  const voucher = await findByClaimToken(deps.db, input.claimToken);
  const revealed = await revealCode(deps, voucher, 'printed');
  const features = await readFeaturesOn(deps.db);
  const alias = formatVoucherAlias(decrypt(deps.keys, voucher.aliasSealed));
  return { ...gift, ...revealed, ...(features.has('aliases') && { alias }) };
}

/**
 * Shows code and alias of a gift in the caller's transaction; this opens the gift. The caller has checked that the gift can
 * be spent.
 * @returns the code in groups, and the alias, in groups, unless aliases are switched off
 */
export async function showCodeIn(
  tx: Transaction,
  deps: { keys: Keys },
  voucher: Voucher,
  { opening, areAliasesOn }: { opening: Opening; areAliasesOn: boolean },
): Promise<{ code: string; alias?: string }> {
  await recordOpening(tx, deps, voucher, opening);
  return {
    code: formatVoucherCode(decrypt(deps.keys, voucher.codeSealed)),
    ...(areAliasesOn && { alias: formatVoucherAlias(decrypt(deps.keys, voucher.aliasSealed)) }),
  };
}

async function revealCode(deps: CodeDeps, voucher: Voucher, opening: Opening): Promise<{ code: string }> {
  const refusal = spendingRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  await openGift(deps, voucher, opening);
  return { code: formatVoucherCode(decrypt(deps.keys, voucher.codeSealed)) };
}
