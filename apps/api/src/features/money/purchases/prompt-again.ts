import { shillingsOf, type FailureReason, type RefusalCode } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { listOrders, type OrderDeps } from '../../mpesa/orders/index.ts';
import { readUser } from '../../people/users/index.ts';
import { notify, type NotPaid } from '../../services/messages/index.ts';
import { startPurchase } from './start-purchase.ts';
import {
  claimDuePrompts,
  findPurchase,
  lockPurchase,
  planPrompt,
  updatePurchase,
  type Purchase,
} from './store.ts';

// A buyer by USSD has no screen on which to try again. So a phone that did not show the prompt is prompted once more, and
// then its owner reads by SMS how to pay by hand.

/** M-PESA wants a minute between two prompts to a phone with an open session. */
const PAUSE_SECONDS = 60;
const AT_ONCE = 50;
/** After this time, a process that claimed a prompt has died, or M-PESA was unavailable. */
const LEASE_SECONDS = 30;
const GIVEN_UP_AFTER_MS = 10 * 60_000;

/** Failures after which the payer has seen no prompt. */
const UNSEEN: ReadonlySet<FailureReason> = new Set<FailureReason>(['unreachable', 'provider_error']);
/** Codes of a phone with an open session (1037, 1001, and 500.001.1001 before acceptance), or of a prompt that never left us. */
const WORTH_ANOTHER: ReadonlySet<string> = new Set(['1037', '1001', '500.001.1001', 'not_sent']);
/** Codes that a payment by hand would get, too: the same amount was just paid; the payer has an overdue debt. */
const NOT_BY_HAND: ReadonlySet<string> = new Set(['17', 'E3008']);

/** Refusals that end: another prompt is on the phone, or M-PESA does not answer. */
const PASSING: ReadonlySet<string> = new Set(['prompt_open', 'prompt_repeated', 'provider_unavailable']);
/** Refusals of a purchase that is paid, or is being paid. Other messages tell its outcome. */
const PAID: ReadonlySet<string> = new Set(['already_paid', 'payment_pending']);
const LIMITS: ReadonlySet<string> = new Set(['daily_limit', 'transaction_limit']);

/**
 * Plans a second prompt for a purchase by USSD whose phone could not show the first. After other failures without a
 * prompt on the phone, and after the second, sends an SMS that says how to pay by hand.
 */
export async function promptAgainOrTell(
  tx: Transaction,
  deps: Pick<OrderDeps, 'keys' | 'clock' | 'mpesaShortCode'>,
  purchase: Purchase,
  { reason, resultCode }: { reason: FailureReason; resultCode: string },
): Promise<void> {
  if (!UNSEEN.has(reason)) return;
  if (NOT_BY_HAND.has(resultCode)) return tellNotPaid(tx, deps, purchase, 'refused');
  const orders = await listOrders(tx, { homeId: purchase.homeId });
  // A failure that M-PESA reports late must not surprise the buyer with a prompt.
  const isRepeated = WORTH_ANOTHER.has(resultCode) && orders.length === 1 && !isOld(deps, purchase);
  if (isRepeated) return planPrompt(tx, purchase.homeId, PAUSE_SECONDS);
  return tellHowToPay(tx, deps, purchase);
}

/** Sends the second prompts that are due. Called by a job; any number of processes may run it. */
export async function sendDuePrompts(deps: OrderDeps): Promise<void> {
  const due = await claimDuePrompts(deps.db, { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS });
  for (const { homeId } of due) await promptAgain(deps, homeId);
}

async function promptAgain(deps: OrderDeps, homeId: string): Promise<void> {
  const purchase = await findPurchase(deps.db, homeId);
  if (!purchase) return;
  const { id, buyerId, amountCents, billReference: billReferenceNumber, payerMsisdn: partyA } = purchase;
  const amount = shillingsOf(amountCents);
  const body = { transactionId: id, partyA, amount, billReferenceNumber };
  try {
    await startPurchase(deps, { buyerId, requestId: id, body });
  } catch (error) {
    if (error instanceof Refusal) {
      await inTransaction(deps.db, (tx) => applyRefusal(tx, deps, homeId, error));
    } else {
      // The next run tries again.
      deps.log.error({ err: error, purchaseId: id }, 'a second prompt was not sent');
    }
  }
}

async function applyRefusal(
  tx: Transaction,
  deps: OrderDeps,
  homeId: string,
  { code }: Refusal,
): Promise<void> {
  const purchase = await lockPurchase(tx, homeId);
  // The prompt was opened, and its failure is applied elsewhere.
  if (purchase.promptAgainAt === null || purchase.status !== 'CANCELED') return;
  const isPassing = PASSING.has(code);
  if (isPassing && !isOld(deps, purchase)) return;
  await updatePurchase(tx, homeId, { prompt_again_at: null });
  if (isPassing) await tellHowToPay(tx, deps, purchase);
  else if (!PAID.has(code)) await tellNotPaid(tx, deps, purchase, whyNot(code));
}

function whyNot(code: RefusalCode): NotPaid {
  if (code === 'buying_stopped') return 'stopped';
  return LIMITS.has(code) ? 'limit' : 'not-possible';
}

function isOld({ clock }: Pick<OrderDeps, 'clock'>, { registeredAt }: Purchase): boolean {
  return clock.now().getTime() - registeredAt.getTime() > GIVEN_UP_AFTER_MS;
}

async function tellHowToPay(
  tx: Transaction,
  deps: Pick<OrderDeps, 'keys' | 'mpesaShortCode'>,
  purchase: Purchase,
): Promise<void> {
  const { amountCents, billReference: reference } = purchase;
  const data = { amount: shillingsOf(amountCents), shortCode: deps.mpesaShortCode, reference };
  const to = await callerOf(tx, purchase);
  if (to) await notify(tx, deps, { template: 'pay-by-hand', data, ...to });
}

async function tellNotPaid(
  tx: Transaction,
  deps: Pick<OrderDeps, 'keys'>,
  purchase: Purchase,
  why: NotPaid,
): Promise<void> {
  const data = { amount: shillingsOf(purchase.amountCents), why };
  const to = await callerOf(tx, purchase);
  if (to) await notify(tx, deps, { template: 'gift-not-paid', data, ...to });
}

/** Returns where the buyer gets the SMS; undefined if the payment was started again on the web with another phone. */
async function callerOf(tx: Transaction, { id, buyerId, payerMsisdn }: Purchase) {
  const buyer = await readUser(tx, buyerId);
  if (buyer?.phoneMsisdn !== payerMsisdn) return undefined;
  return { sms: payerMsisdn, language: buyer.language, dedupeKey: id };
}
