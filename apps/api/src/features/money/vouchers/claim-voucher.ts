import { centsOf, shillingsOf, type claimVoucher as endpoint, type HandlerAnswer } from '@zawadi/contract';
import { lockBalances, postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { publishHint } from '../../messages/live-updates/index.ts';
import { readFeesAndLimits } from '../../control/settings/index.ts';
import { lockUser, type LockedUser } from '../../access/users/index.ts';
import { account, postings } from '../postings/index.ts';
import { findByClaimToken, findByTypedCode, type TypedCode } from './find-voucher.ts';
import { takingRefusal } from './voucher-status.ts';
import { closeVoucher, findClaim, findVoucher, insertActivity, insertClaim, type Voucher } from './store.ts';
import { isRecipient, notifyBuyer } from './notify-buyer.ts';

type Input = { userId: string; claimToken: string };
type Answer = HandlerAnswer<typeof endpoint>;

/**
 * Moves the whole balance of a voucher into its recipient's wallet. Redemption, expiry and claim take the lock of
 * the voucher's balance; the first wins. A claim repeated by the same user repeats its answer.
 * @throws Refusal as the contract lists them
 */
export async function claimVoucher(
  deps: Pick<Deps, 'db' | 'config' | 'keys'>,
  input: Input,
): Promise<Answer> {
  const { id } = await findByClaimToken(deps.db, input.claimToken);
  return claimFound(deps, { voucherId: id, userId: input.userId });
}

/**
 * The same with the code in the place of the link. Only unknown codes count as guesses.
 * @throws Refusal as the contract lists them
 */
export async function claimVoucherByCode(
  deps: Pick<Deps, 'db' | 'config' | 'keys'>,
  input: TypedCode,
): Promise<Answer> {
  const { id } = await findByTypedCode(deps, input);
  return claimFound(deps, { voucherId: id, userId: input.userId });
}

type Claiming = { voucherId: string; userId: string };

export async function claimFound(
  deps: Pick<Deps, 'db' | 'config' | 'keys'>,
  claiming: Claiming,
): Promise<Answer> {
  const { limits } = await readFeesAndLimits(deps);
  return inTransaction(deps.db, (tx) => claimIn(tx, deps, { ...claiming, walletLimit: limits.wallet }));
}

/**
 * As `claimVoucher`, within the caller's transaction.
 * @param claiming.walletLimit in shillings
 */
export async function claimIn(
  tx: Transaction,
  deps: Pick<Deps, 'config' | 'keys'>,
  { voucherId, userId, walletLimit }: Claiming & { walletLimit: number },
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

  const earlier = await findClaim(tx, voucherId);
  if (earlier?.userId === userId) return answer(voucherId, earlier.amountCents, walletCents);
  const refusal = takingRefusal({ ...voucher, balanceCents });
  if (refusal) throw new Refusal(refusal);
  if (voucher.issuerMerchantId) throw new Refusal('voucher_not_claimable');
  requireRecipient(voucher, user);
  if (walletCents + balanceCents > centsOf(walletLimit)) throw tooMuchFor(walletLimit);

  await postOrThrow(tx, [postings.claim({ voucherId, userId })]);
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
  const isUnproved = isRecipient(voucher, { ...user, phoneVerified: true, emailVerified: true });
  throw new Refusal(isUnproved ? 'claim_not_verified' : 'claim_not_yours');
}

function answer(voucherId: string, amountCents: bigint, walletCents: bigint): Answer {
  return { voucherId, amount: shillingsOf(amountCents), walletBalance: shillingsOf(walletCents) };
}
