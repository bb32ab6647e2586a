import { centsOf, shillingsOf, type claimVoucher as endpoint, type HandlerAnswer } from '@zawadi/contract';
import { lockBalances, postOrThrow } from '../../../ledger/index.ts';
import { batched } from '../../../platform/batcher.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { isLockTimeout, waitForLocksAtMost } from '../../../platform/db/locks.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import {
  lockUserRecords,
  requireActive,
  type LockedUser,
  type UserRecord,
} from '../../people/users/index.ts';
import { account, postings } from '../../services/postings/index.ts';
import { readStopRefusal } from '../../services/stops/index.ts';
import { findNames } from '../../services/unique-names/index.ts';
import { findByTypedCode, type TypedCode } from './find-voucher.ts';
import { claimTokenKey } from './secrets.ts';
import { isClaimable, takingRefusal } from './voucher-status.ts';
import {
  closeVouchers,
  findClaims,
  findVouchers,
  insertActivities,
  insertClaims,
  type Voucher,
} from './store.ts';
import { isRecipient, notifyBuyers } from './notify-buyer.ts';

type Answer = HandlerAnswer<typeof endpoint>;
type Claiming = { voucherId: string; userId: string };
type Asked = Claiming & { walletLimit: number; stop?: Refusal | undefined };
type ClaimDeps = Pick<Deps, 'db' | 'config' | 'keys' | 'log'>;
type BatchDeps = Pick<Deps, 'config' | 'keys'>;

export type Claimer = ReturnType<typeof createClaimer>;

/**
 * Moves the whole balance of a voucher into its recipient's wallet. Redemption, expiry and claim lock the voucher's
 * balance, so the first wins. A repetition by the same user gets the same answer. Concurrent claims share a
 * transaction.
 */
export function createClaimer(deps: ClaimDeps) {
  const { db, log } = deps;
  const findId = batched((keys: string[]) => findIds(db, keys), {
    onBatchError: (error) => log.error({ err: error }, 'looking up gifts one by one after a failed batch'),
  });
  const claimTogether = batched((asked: Asked[]) => inTransaction(db, (tx) => claimAll(tx, deps, asked)), {
    writers: 1,
    onBatchError: (error) =>
      log[isLockTimeout(error) ? 'warn' : 'error']({ err: error }, 'gifts are claimed one by one'),
  });

  async function claimFound(claiming: Claiming): Promise<Answer> {
    const { limits } = await readFeesAndLimits(deps);
    const stop = await readStopRefusal(db, 'claiming');
    const outcome = await claimTogether({ ...claiming, walletLimit: limits.wallet, stop });
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.answer;
  }

  return {
    claimFound,
    /**
     * Claims a gift by its link.
     * @throws Refusal as the contract lists them
     */
    claim: async ({ claimToken, userId }: { claimToken: string; userId: string }): Promise<Answer> => {
      const voucherId = await findId(claimTokenKey(claimToken));
      if (voucherId === undefined) throw new Refusal('voucher_not_found');
      return claimFound({ voucherId, userId });
    },
    /**
     * Claims a gift by its code. Only unknown codes count as guesses.
     * @throws Refusal as the contract lists them
     */
    claimByCode: async (typed: TypedCode): Promise<Answer> => {
      const { id: voucherId } = await findByTypedCode(deps, typed);
      return claimFound({ voucherId, userId: typed.userId });
    },
  };
}

async function findIds(db: Db, claimKeys: string[]): Promise<(string | undefined)[]> {
  const found = await findNames(db, 'claim_token', claimKeys);
  const ids = new Map(found.map(({ key, targetId }) => [key, targetId]));
  return claimKeys.map((key) => ids.get(key));
}

type ClaimOutcome = { answer: Answer } | { refusal: Refusal };

/** Longest wait for a lock in a batch: one locked voucher must not delay the other claims. */
const LONGEST_WAIT_MS = 250;

/**
 * Claims a gift within the caller's transaction.
 * @param asked.walletLimit in shillings
 * @throws Refusal as the contract lists them
 */
export async function claimIn(tx: Transaction, deps: BatchDeps, asked: Asked): Promise<Answer> {
  const [outcome] = await claimAll(tx, deps, [asked]);
  if (!outcome) throw new Error('A claim has no outcome.');
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.answer;
}

/**
 * Claims many gifts in one transaction, in order; each has its own outcome. A refusal is an outcome and
 * writes nothing.
 * @throws a lock timeout if there are several and another transaction locks one for 250 ms
 */
async function claimAll(tx: Transaction, deps: BatchDeps, all: Asked[]): Promise<ClaimOutcome[]> {
  if (all.length > 1) await waitForLocksAtMost(tx, LONGEST_WAIT_MS);
  const users = await lockUserRecords(
    tx,
    all.map(({ userId }) => userId),
  );
  const balances = await lockBalances(tx, all.flatMap(accountsOf));
  // Read the vouchers after locking the balances, so that no other transaction can close them.
  const ids = all.map(({ voucherId }) => voucherId);
  const vouchers = await findVouchers(tx, ids);
  const earlier = await findClaims(tx, ids);
  const claimed = new Map<string, Claim>();
  const outcomes = all.map((asked, n) => {
    const stored = vouchers[n]?.closedAs === 'CLAIMED' ? earlier[n] : undefined;
    const before = claimed.get(asked.voucherId) ?? stored;
    return decide(asked, { user: users[n], voucher: vouchers[n], earlier: before, balances, claimed });
  });
  if (claimed.size > 0) await recordClaims(tx, deps, [...claimed.values()]);
  return outcomes;
}

type Claim = { voucher: Voucher; voucherId: string; userId: string; amountCents: bigint };
type Read = {
  user: UserRecord | undefined;
  voucher: Voucher | undefined;
  earlier: { userId: string; amountCents: bigint } | undefined;
  /** Balances of vouchers and wallets after the claims decided before. */
  balances: Map<string, bigint>;
  /** Claims of this batch decided before, by voucher. */
  claimed: Map<string, Claim>;
};

/** Decides a claim, and updates `balances` and `claimed` for the next claim. */
function decide(
  { voucherId, userId, walletLimit, stop }: Asked,
  { user, voucher, earlier, balances, claimed }: Read,
): ClaimOutcome {
  const [source, wallet] = [account.voucher(voucherId), account.wallet(userId)];
  const amountCents = balances.get(source) ?? 0n;
  const walletCents = balances.get(wallet) ?? 0n;
  try {
    const recipient = requireActive(user);
    if (!voucher) throw new Refusal('voucher_not_found');
    if (!voucher.isDelivered) throw new Refusal('voucher_not_yet_delivered');
    if (earlier?.userId === userId) return { answer: answerOf(voucherId, earlier.amountCents, walletCents) };
    if (stop) throw stop;
    const closedAs = earlier ? 'CLAIMED' : voucher.closedAs;
    const refusal = takingRefusal({ ...voucher, closedAs, balanceCents: amountCents });
    if (refusal) throw new Refusal(refusal);
    if (!isClaimable(voucher)) throw new Refusal('voucher_not_claimable');
    requireRecipient(voucher, recipient);
    if (walletCents + amountCents > centsOf(walletLimit)) throw tooMuchFor(walletLimit);
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
  balances.set(source, 0n).set(wallet, walletCents + amountCents);
  claimed.set(voucherId, { voucher, voucherId, userId, amountCents });
  return { answer: answerOf(voucherId, amountCents, walletCents + amountCents) };
}

async function recordClaims(tx: Transaction, deps: BatchDeps, claims: Claim[]): Promise<void> {
  await postOrThrow(
    tx,
    claims.map((claim) => postings.claim(claim)),
  );
  await closeVouchers(
    tx,
    claims.map(({ voucherId }) => ({ id: voucherId, closedAs: 'CLAIMED' })),
  );
  await insertClaims(
    tx,
    claims.map(({ voucherId, userId, amountCents }) => ({
      voucher_id: voucherId,
      id: newId(),
      user_id: userId,
      amount_cents: amountCents,
    })),
  );
  await insertActivities(
    tx,
    claims.map(({ voucherId, userId, amountCents }) => ({
      voucher_id: voucherId,
      id: newId(),
      kind: 'CLAIMED',
      actor_kind: 'consumer',
      actor_id: userId,
      amount_cents: amountCents,
    })),
  );
  await publishHint(tx, ...claims.map(({ userId }) => ({ userId, topic: 'wallet' as const, id: userId })));
  await notifyBuyers(
    tx,
    deps,
    claims.map(({ voucher }) => voucher),
    'gift-claimed',
  );
}

function accountsOf({ voucherId, userId }: Claiming) {
  return [
    { homeId: voucherId, account: account.voucher(voucherId) },
    { homeId: userId, account: account.wallet(userId) },
  ];
}

function tooMuchFor(limit: number): Refusal {
  const sentence = `Your wallet cannot hold more than KES ${limit.toLocaleString('en-KE')}.`;
  return new Refusal('wallet_limit', {}, sentence);
}

/** Only a user who has verified the gift's phone number or email address may claim it. */
function requireRecipient(voucher: Voucher, user: LockedUser): void {
  if (isRecipient(voucher, user)) return;
  const isUnproved = [user.email, user.pendingEmail ?? user.email].some((email) =>
    isRecipient(voucher, { ...user, email, phoneVerified: true, emailVerified: true }),
  );
  throw new Refusal(isUnproved ? 'claim_not_verified' : 'claim_not_yours');
}

function answerOf(voucherId: string, amountCents: bigint, walletCents: bigint): Answer {
  return { voucherId, amount: shillingsOf(amountCents), walletBalance: shillingsOf(walletCents) };
}
