import {
  shillingsOf,
  type FeesAndLimits,
  type HandlerInput,
  type payFromWallet as endpoint,
  type PurchaseState,
} from '@zawadi/contract';
import { lockBalances } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Deps } from '../../../config/deps.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { openNotMeLink, spendOneTimeCode, type RightCode } from '../../people/credentials/index.ts';
import {
  confirmsAfterReset,
  everyContactOf,
  lockUser,
  readUser,
  requireContactCode,
  requireOpenWallet,
  requireSettledPassword,
  requireTrustedPassword,
  requireVerifiedPhone,
} from '../../people/users/index.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify } from '../../services/messages/index.ts';
import { account } from '../../services/postings/index.ts';
import { readFeesAndLimits, requireFeature } from '../../services/settings/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { readUsedRoom, requireSpendable, rulesOfConsumer } from '../withdrawals/index.ts';
import { completePurchases } from './complete-purchase.ts';
import { describePurchase } from './describe-purchase.ts';
import { findOwnPurchase } from './find-own-purchase.ts';
import { listGifts } from './gifts-store.ts';
import { isPaidAfterAll, mayPayAgain, requireSameDetails } from './pay-again.ts';
import { findPurchase, lockPurchase, type Purchase } from './store.ts';

type Input = { buyerId: string; requestId: string; body: HandlerInput<typeof endpoint>['body'] };

/**
 * Pays a purchase from the buyer's wallet, at once. A repetition gets the state of the paid purchase. A payment by
 * M-PESA that arrives later counts as a second payment.
 * @throws Refusal as the contract lists them
 */
export async function payFromWallet(deps: OrderDeps, input: Input): Promise<PurchaseState> {
  const own = await findOwnPurchase(deps.db, input.buyerId, input.requestId);
  requireSameDetails(own, input.body);
  const { homeId } = own;
  const describe = async () => describePurchase(deps, (await findPurchase(deps.db, homeId)) ?? own);
  if (isPaidByWallet(own)) return describe();
  await requireFeature(deps.db, 'giftsFromWallet');
  await requireNotStopped(deps.db, 'buying');
  if (own.status === 'CANCELED' && (await isPaidAfterAll(deps, own))) return describe();
  const gifts = await listGifts(deps.db, [homeId]);
  await requireUnblockedNumbers(deps, ...gifts.map(({ recipientMsisdn }) => recipientMsisdn));
  const general = await readFeesAndLimits(deps);
  const { buyerId } = input;
  const code = await requireCodeAfterReset(deps, own, input);
  await inTransaction(deps.db, (tx) => payFromWalletIn(tx, deps, { buyerId, homeId, general, code }));
  return describe();
}

/**
 * Requires a code for a payment within 24 hours of a password reset. It goes to the contact that was not used for the
 * reset, and is valid for this purchase only.
 * @returns the right code, to spend with the payment; undefined if no code is needed
 * @throws Refusal wallet_waits without such a contact, otp_required (a code has been sent), verification_code_invalid,
 * too_many_requests
 */
async function requireCodeAfterReset(
  deps: OrderDeps,
  purchase: Purchase,
  { buyerId, body }: Input,
): Promise<RightCode | undefined> {
  // The transaction refuses a purchase that M-PESA has paid.
  if (purchase.status === 'COMPLETED') return undefined;
  const user = await readUser(deps.db, buyerId);
  if (!user) throw new Refusal('not_found');
  const by = confirmsAfterReset(deps, user);
  if (by === undefined) return undefined;
  requireVerifiedPhone(user);
  requireOpenWallet(user);
  requireTrustedPassword(user);
  return requireContactCode(deps, {
    user,
    by,
    purpose: 'wallet-payment',
    permits: purchase.id,
    code: body.confirmationCode,
    message: (code, channel) => ({
      template: 'wallet-payment-otp',
      data: { code, gifts: purchase.giftCount, amount: shillingsOf(purchase.amountCents) },
      language: user.language,
      ...channel,
    }),
  });
}

/**
 * Pays a purchase from the buyer's wallet in the caller's transaction. The caller has checked the stop of buying, the
 * feature and the block list.
 * @param purchase.general fees and limits without the consumer's own
 * @param purchase.code right code of the contact that confirms within 24 hours of a password reset
 * @throws Refusal already_paid, payment_pending, and the reason why money cannot leave the wallet now, or not this amount
 */
export async function payFromWalletIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  {
    buyerId,
    homeId,
    general,
    code,
  }: { buyerId: string; homeId: string; general: FeesAndLimits; code?: RightCode | undefined },
): Promise<void> {
  const user = await lockUser(tx, buyerId);
  const purchase = await lockPurchase(tx, homeId);
  if (isPaidByWallet(purchase)) return;
  if (purchase.status === 'COMPLETED') throw new Refusal('already_paid');
  if (purchase.status === 'PENDING' && !(await mayPayAgain(tx, purchase)))
    throw new Refusal('payment_pending');
  requireVerifiedPhone(user);
  requireOpenWallet(user);
  requireTrustedPassword(user);
  if (code) await spendOneTimeCode(tx, code);
  else requireSettledPassword(deps, user);

  const wallet = { homeId: buyerId, account: account.wallet(buyerId) };
  const balances = await lockBalances(tx, [wallet]);
  const rules = await rulesOfConsumer(tx, buyerId, general);
  requireSpendable(rules, shillingsOf(purchase.amountCents), {
    balanceCents: balances.get(wallet.account) ?? 0n,
    ...(await readUsedRoom(tx, buyerId, rules)),
  });
  const payment = { causeId: purchase.id, receipt: undefined, from: 'wallet' } as const;
  await completePurchases(tx, deps, [{ purchase, payment }]);
  await publishHint(tx, { userId: buyerId, topic: 'wallet', id: buyerId });
  // Told to every verified contact, even with alerts off: the payer may be a thief.
  await notify(tx, deps, {
    template: 'wallet-paid-gifts',
    data: {
      gifts: purchase.giftCount,
      amount: shillingsOf(purchase.amountCents),
      reference: purchase.billReference,
      link: await openNotMeLink(tx, deps, { userId: buyerId, about: 'pay-out' }),
    },
    ...everyContactOf(user),
    dedupeKey: purchase.id,
  });
}

function isPaidByWallet({ status, paidBy }: Purchase): boolean {
  return status === 'COMPLETED' && paidBy === 'wallet';
}
