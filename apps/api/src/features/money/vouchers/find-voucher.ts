import { claimTokenIn } from '@zawadi/contract';
import { lockBalances } from '../../../ledger/index.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { networkOf } from '../../../platform/net/public-address.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../../services/postings/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { countAttempts, growingDelayThenBlock, uncountAttempt } from '../../people/sessions/index.ts';
import { requireFeature } from '../../services/settings/index.ts';
import { claimTokenKey, voucherCodeKeys } from './secrets.ts';
import { findVoucher, findVouchers, type Voucher } from './store.ts';
import { lockVouchers } from './change-gift-store.ts';

export type TypedCode = { userId: string; address: string; /** Its 16 symbols. */ code: string };

const HOUR_SECONDS = 3_600;

const BY_ONE_ACCOUNT = growingDelayThenBlock({ free: 5, blockedAfter: 10, blockedSeconds: HOUR_SECONDS });

// Higher than the limit of an account, because mobile networks put many people behind one IP address.
const FROM_ONE_ADDRESS = growingDelayThenBlock({ free: 20, blockedAfter: 30, blockedSeconds: HOUR_SECONDS });

/**
 * Finds a voucher by its claim link.
 * @throws Refusal voucher_not_found, voucher_not_yet_delivered
 */
export async function findByClaimToken(db: Db, claimToken: string): Promise<Voucher> {
  const found = await findName(db, 'claim_token', claimTokenKey(claimTokenIn(claimToken)));
  const voucher = found && (await findVoucher(db, found.targetId));
  if (!voucher) throw new Refusal('voucher_not_found');
  if (!voucher.isDelivered) throw new Refusal('voucher_not_yet_delivered');
  return voucher;
}

/**
 * Finds a gift by its typed code. Counts each look-up in advance and uncounts it if the code exists, so that a
 * hundred concurrent guesses count as a hundred. A code of an undelivered gift counts as unknown, because no
 * recipient can have it.
 * @throws Refusal `feature_off`, `too_many_requests`, `voucher_not_found`
 */
export async function findByTypedCode(deps: Pick<Deps, 'db' | 'keys'>, typed: TypedCode): Promise<Voucher> {
  await requireFeature(deps.db, 'redeemByCode');
  const byAccount = ['typed-code', 'account', typed.userId];
  const byAddress = ['typed-code', 'address', networkOf(typed.address)];
  const waitSeconds = await countAttempts(deps, [
    { words: byAccount, rule: BY_ONE_ACCOUNT },
    { words: byAddress, rule: FROM_ONE_ADDRESS },
  ]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const found = await findName(deps.db, 'voucher_code', voucherCodeKeys(deps.keys, typed.code));
  const voucher = found && (await findVoucher(deps.db, found.targetId));
  if (!voucher?.isDelivered) throw new Refusal('voucher_not_found');
  await uncountAttempt(deps.db, deps.keys, ...byAccount);
  await uncountAttempt(deps.db, deps.keys, ...byAddress);
  return voucher;
}

/**
 * Finds a voucher's id by its code or alias. The caller must not reveal whether the code exists.
 * @param code the 16 symbols or 13 digits, without hyphens and spaces
 */
export async function findIdByCode(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  code: string,
): Promise<string | undefined> {
  return (await findName(db, 'voucher_code', voucherCodeKeys(keys, code)))?.targetId;
}

/**
 * Locks the balances of vouchers and reads the vouchers under the locks. Redemption, claim, expiry and refund lock
 * the same balances, so that the first of them wins.
 * @param all.walletOf user whose wallet may get the value and is locked, too
 * @returns each voucher with its balance, which no other transaction can change before the commit
 */
export async function lockValues(
  tx: Transaction,
  all: { voucherId: string; walletOf?: string | undefined }[],
): Promise<(Voucher | undefined)[]> {
  const ids = all.map(({ voucherId }) => voucherId);
  const sources = ids.map((id) => ({ homeId: id, account: account.voucher(id) }));
  const wallets = all.flatMap(({ walletOf: id }) =>
    id === undefined ? [] : [{ homeId: id, account: account.wallet(id) }],
  );
  const balances = await lockBalances(tx, [...sources, ...wallets]);
  await lockVouchers(tx, ids);
  const vouchers = await findVouchers(tx, ids);
  return vouchers.map(
    (voucher) => voucher && { ...voucher, balanceCents: balances.get(account.voucher(voucher.id)) ?? 0n },
  );
}

/**
 * Locks one voucher; see `lockValues`.
 * @throws Refusal voucher_not_found
 */
export async function lockValue(
  tx: Transaction,
  of: { voucherId: string; walletOf?: string | undefined },
): Promise<Voucher> {
  const [voucher] = await lockValues(tx, [of]);
  if (!voucher) throw new Refusal('voucher_not_found');
  return voucher;
}
