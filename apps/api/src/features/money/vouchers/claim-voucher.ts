import { centsOf, shillingsOf, type claimVoucher as endpoint, type HandlerAnswer } from '@zawadi/contract';
import { lockBalances, postOrThrow } from '../../../ledger/index.ts';
import { batched } from '../../../platform/batcher.ts';
import { isSpread } from '../../../platform/db/cells.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { createSharedTransactions } from '../../../platform/db/shared-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { readFeesAndLimits } from '../../control/settings/index.ts';
import { lockUser, type LockedUser } from '../../access/users/index.ts';
import { account, postings } from '../postings/index.ts';
import { findNames } from '../unique-names/index.ts';
import { findByTypedCode, type TypedCode } from './find-voucher.ts';
import { claimTokenKey } from './secrets.ts';
import { takingRefusal } from './voucher-status.ts';
import { closeVoucher, findClaim, findVoucher, insertActivity, insertClaim, type Voucher } from './store.ts';
import { isRecipient, notifyBuyer } from './notify-buyer.ts';

type Answer = HandlerAnswer<typeof endpoint>;
type Claiming = { voucherId: string; userId: string };
type Asked = Claiming & { walletLimit: number };
type ClaimDeps = Pick<Deps, 'db' | 'config' | 'keys' | 'log'>;

export type Claimer = ReturnType<typeof createClaimer>;

/**
 * Moves the whole balance of a voucher into its recipient's wallet. Redemption, expiry and claim take the lock of
 * the voucher's balance; the first wins. A claim repeated by the same user repeats its answer. Those that come at the same
 * time share a transaction.
 */
export function createClaimer(deps: ClaimDeps) {
  const { db, log } = deps;
  const findTogether = batched((keys: string[]) => findIds(db, keys), {
    onBatchError: (error) => log.error({ err: error }, 'gifts are looked up one by one'),
  });
  const claimTogether = createSharedTransactions(
    deps,
    (tx, asked: Asked) => answerOrRefusal(claimIn(tx, deps, asked)),
    // The wallet's limit is that of all claims of a person.
    { needs: ({ voucherId, userId }) => [voucherId, userId], what: 'gifts are claimed', writers: 1 },
  );

  /** By itself where names are on many nodes, of which one may be silent. */
  async function findId(key: string): Promise<string | undefined> {
    if (!(await isSpread(db))) return findTogether(key);
    const [id] = await findIds(db, [key]);
    return id;
  }

  async function claimFound(claiming: Claiming): Promise<Answer> {
    const { limits } = await readFeesAndLimits(deps);
    const outcome = await claimTogether({ ...claiming, walletLimit: limits.wallet });
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.answer;
  }

  return {
    claimFound,
    /** @throws Refusal as the contract lists them */
    claim: async ({ claimToken, userId }: { claimToken: string; userId: string }): Promise<Answer> => {
      const voucherId = await findId(claimTokenKey(claimToken));
      if (voucherId === undefined) throw new Refusal('voucher_not_found');
      return claimFound({ voucherId, userId });
    },
    /**
     * The same with the code in the place of the link. Only unknown codes count as guesses.
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

/** What is refused has written nothing. */
async function answerOrRefusal(claim: Promise<Answer>): Promise<{ answer: Answer } | { refusal: Refusal }> {
  try {
    return { answer: await claim };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/**
 * A claim within the caller's transaction. What refuses it does so before anything is written.
 * @param asked.walletLimit in shillings
 * @throws Refusal as the contract lists them
 */
export async function claimIn(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'keys'>,
  { voucherId, userId, walletLimit }: Asked,
): Promise<Answer> {
  const user = await lockUser(tx, userId);
  const source = { homeId: voucherId, account: account.voucher(voucherId) };
  const wallet = { homeId: userId, account: account.wallet(userId) };
  const balances = await lockBalances(tx, [source, wallet]);
  const balanceCents = balances.get(source.account) ?? 0n;
  const walletCents = balances.get(wallet.account) ?? 0n;
  // Read under the lock of its balance, so that it is not closed meanwhile.
  const voucher = await findVoucher(tx, voucherId);
  if (!voucher) throw new Refusal('voucher_not_found');
  if (!voucher.isDelivered) throw new Refusal('voucher_not_yet_delivered');

  const earlier = voucher.closedAs === 'CLAIMED' ? await findClaim(tx, voucherId) : undefined;
  if (earlier?.userId === userId) return answer(voucherId, earlier.amountCents, walletCents);
  const refusal = takingRefusal({ ...voucher, balanceCents });
  if (refusal) throw new Refusal(refusal);
  if (voucher.issuerMerchantId) throw new Refusal('voucher_not_claimable');
  requireRecipient(voucher, user);
  if (walletCents + balanceCents > centsOf(walletLimit)) throw tooMuchFor(walletLimit);

  await postOrThrow(tx, [postings.claim({ voucherId, userId, amountCents: balanceCents })]);
  await closeVoucher(tx, voucherId, 'CLAIMED');
  await insertClaim(tx, { voucher_id: voucherId, id: newId(), user_id: userId, amount_cents: balanceCents });
  await insertActivity(tx, {
    voucher_id: voucherId,
    id: newId(),
    kind: 'CLAIMED',
    actor_kind: 'consumer',
    actor_id: userId,
    amount_cents: balanceCents,
  });
  await publishHint(tx, { userId, topic: 'wallet', id: userId });
  await notifyBuyer(tx, deps, voucher, 'gift-claimed');
  return answer(voucherId, balanceCents, walletCents + balanceCents);
}

function tooMuchFor(limit: number): Refusal {
  const sentence = `Your wallet cannot hold more than KES ${limit.toLocaleString('en-KE')}.`;
  return new Refusal('wallet_limit', {}, sentence);
}

/** A gift is for the user who has verified the phone number or the email address it was sent to. */
function requireRecipient(voucher: Voucher, user: LockedUser): void {
  if (isRecipient(voucher, user)) return;
  const isUnproved = [user.email, user.pendingEmail ?? user.email].some((email) =>
    isRecipient(voucher, { ...user, email, phoneVerified: true, emailVerified: true }),
  );
  throw new Refusal(isUnproved ? 'claim_not_verified' : 'claim_not_yours');
}

function answer(voucherId: string, amountCents: bigint, walletCents: bigint): Answer {
  return { voucherId, amount: shillingsOf(amountCents), walletBalance: shillingsOf(walletCents) };
}
