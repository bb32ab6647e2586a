import { isShortCode, parseResult, readTransactionStatus } from '@zawadi/mpesa';
import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { collectFailures, processDueRows } from '../../../platform/jobs/process-due-rows.ts';
import { raiseReview } from '../../services/reviews/index.ts';
import {
  applyPayBillPayment,
  claimDueQueries,
  confirmReport,
  findReport,
  moveWaiting,
  setNextQuery,
  endWaitForPayment,
  type PayBillPayment,
} from '../purchases/index.ts';
import { findName } from '../../services/unique-names/index.ts';
import { canPull, newCallbackToken, openCallback } from '../../mpesa/client/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';

const AT_ONCE = 20;
/** Seconds until the next query: `untaken` if M-PESA refused the last query, `unanswered` if M-PESA accepted it. */
const ASK_AGAIN_SECONDS = { untaken: 60, unanswered: 600 };
const REVIEW_AFTER_SECONDS = 1_800;
/** M-PESA lists payments for 48 hours. A payment not listed by then does not exist at M-PESA. */
const GIVEN_UP_AFTER_SECONDS = 48 * 3_600;

/**
 * Asks M-PESA to confirm reported payments at the pay bill, until M-PESA has answered once for each receipt. Opens a
 * review for administrators after half an hour without confirmation.
 */
export async function checkPayBillPayments(deps: OrderDeps): Promise<void> {
  const failures = collectFailures(deps.log, 'payments at the pay bill cannot be checked');
  for (;;) {
    const due = await claimDueQueries(deps.db, { limit: AT_ONCE, retrySeconds: ASK_AGAIN_SECONDS.untaken });
    await Promise.all(
      due.map((payment) => failures.apart({ messageId: payment.messageId }, () => query(deps, payment))),
    );
    if (due.length < AT_ONCE) break;
  }
  await failures.apart({ state: 'OVERDUE' }, () => moveOverdue(deps));
  await failures.apart({ state: 'UNCONFIRMED' }, () => giveUp(deps));
  failures.rethrow();
}

async function query(deps: OrderDeps, { receipt, messageId }: PayBillPayment): Promise<void> {
  const callbackToken = newCallbackToken();
  const isOpen = await inTransaction(deps.db, async (tx) => {
    if (await endIfKnown(tx, receipt)) return false;
    const address = { purpose: 'c2b_status', homeId: messageId, targetId: messageId } as const;
    await openCallback(tx, callbackToken, address);
    return true;
  });
  if (!isOpen) return;
  const answer = await deps.mpesa.transactionStatus({ side: 'collection', receipt, callbackToken });
  if (answer.outcome === 'accepted') await setNextQuery(deps.db, receipt, ASK_AGAIN_SECONDS.unanswered);
}

/** A prompt's callback, or M-PESA's list, may have reported the same receipt since. */
async function endIfKnown(tx: Transaction, receipt: string): Promise<boolean> {
  if (!(await findName(tx, 'receipt', receipt))) return false;
  const ended = await confirmReport(tx, receipt);
  if (ended?.homeId) await endWaitForPayment(tx, ended.homeId);
  return true;
}

async function moveOverdue(deps: OrderDeps): Promise<void> {
  await processDueRows(deps, {
    atOnce: AT_ONCE,
    failure: 'a payment that M-PESA does not confirm cannot be put on record',
    take: (tx, page) =>
      moveWaiting(tx, { from: 'CHECKING', to: 'OVERDUE', afterSeconds: REVIEW_AFTER_SECONDS, ...page }),
    work: (tx, overdue) => raiseUnconfirmed(tx, deps, overdue),
  });
}

async function giveUp(deps: OrderDeps): Promise<void> {
  await processDueRows(deps, {
    atOnce: AT_ONCE,
    failure: 'a payment that M-PESA does not confirm cannot be given up',
    take: (tx, page) =>
      moveWaiting(tx, { from: 'OVERDUE', to: 'UNCONFIRMED', afterSeconds: GIVEN_UP_AFTER_SECONDS, ...page }),
    work: async (tx, givenUp) => {
      for (const { homeId } of givenUp) if (homeId) await endWaitForPayment(tx, homeId);
    },
  });
}

async function raiseUnconfirmed(
  tx: Transaction,
  { log }: Pick<OrderDeps, 'log'>,
  overdue: readonly PayBillPayment[],
): Promise<void> {
  for (const { receipt, messageId: subjectId, billReference, amountCents } of overdue) {
    if (await endIfKnown(tx, receipt)) continue;
    const details = { receipt, billReference, reported: shillingsOf(amountCents) };
    await raiseReview(tx, { kind: 'pay_bill_unconfirmed', subjectId, details });
    log.error(
      { messageId: subjectId, ...details },
      'M-PESA does not confirm a payment that a callback told of',
    );
  }
}

/**
 * Applies M-PESA's answer about a payment at the pay bill. The answer has no bill reference. If M-PESA offers its
 * list of received payments, the list decides.
 * @returns the outcome, or the moment of which M-PESA's list must be read
 */
export async function applyPayBillStatus(
  tx: Transaction,
  deps: OrderDeps,
  message: { targetId: string; body: unknown },
): Promise<string | { paidAt: Date }> {
  const reported = await findReport(tx, message.targetId);
  const result = parseResult(message.body);
  const facts = result && readTransactionStatus(result);
  if (reported && result) await setNextQuery(tx, reported.receipt);
  if (!reported || facts?.state !== 'succeeded') return 'not_confirmed';
  const isAboutIt = facts.receipt === undefined || facts.receipt === reported.receipt;
  // A receipt of our own pay-out confirms no payment to us.
  const isToUs = isShortCode(facts.creditParty, deps.mpesaShortCode);
  const { amountShillings, completedAt } = facts;
  if (!isAboutIt || !isToUs || amountShillings === undefined) return 'not_confirmed';
  if (canPull(deps) && completedAt) return { paidAt: completedAt };
  const { receipt, messageId, isDisputed } = reported;
  const billReference = isDisputed ? '' : reported.billReference;
  const { debitParty: payer } = facts;
  return applyPayBillPayment(tx, deps, { messageId, receipt, billReference, amountShillings, payer });
}
