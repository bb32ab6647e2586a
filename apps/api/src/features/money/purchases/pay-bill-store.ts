import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/jobs/process-due-rows.ts';

/** A payment at the pay bill that a callback reported and M-PESA has not confirmed. */
export type ReportedPayment = {
  receipt: string;
  messageId: string;
  billReference: string;
  amountCents: bigint;
};

export type PayBillPayment = ReportedPayment & {
  /** The purchase that waits for the payment. */
  homeId: string | null;
  /** True if the bill reference cannot be trusted, because two callbacks with this receipt contradict each other. */
  isDisputed: boolean;
};

const PAYMENT = sql`
  p.receipt, p.message_id as "messageId", p.bill_reference as "billReference", p.amount_cents as "amountCents",
  p.home_id as "homeId", p.is_disputed as "isDisputed"`;

/**
 * Stores the report of a payment that M-PESA must confirm.
 * @param report.querySeconds seconds until M-PESA is queried
 * @returns false if the receipt was already reported
 */
export async function insertReport(
  tx: Transaction,
  report: ReportedPayment & { homeId: string | null; querySeconds: number; isDisputed: boolean },
): Promise<boolean> {
  const { receipt, messageId, billReference, amountCents, homeId, querySeconds, isDisputed } = report;
  const { rows } = await sql`
    insert into pay_bill_payments (receipt, message_id, bill_reference, amount_cents, home_id, is_disputed, next_query_at)
    values (${receipt}, ${messageId}, ${billReference}, ${amountCents}, ${homeId}, ${isDisputed},
      moment() + make_interval(secs => ${querySeconds}))
    on conflict do nothing
    returning receipt`.execute(tx);
  return rows.length > 0;
}

/**
 * Marks an earlier report of the same receipt as disputed if its bill reference or amount differs.
 * @returns true if the reports differ
 */
export async function isDisputedBy(tx: Transaction, report: ReportedPayment): Promise<boolean> {
  const { rows } = await sql`
    update pay_bill_payments set is_disputed = true
    where receipt = ${report.receipt}
      and (bill_reference <> ${report.billReference} or amount_cents <> ${report.amountCents})
    returning receipt`.execute(tx);
  return rows.length > 0;
}

export async function findReport(db: Db, messageId: string): Promise<PayBillPayment | undefined> {
  const { rows } = await sql<PayBillPayment>`
    select ${PAYMENT} from pay_bill_payments p where p.message_id = ${messageId}`.execute(db);
  return rows[0];
}

/** Finds the report of a receipt. */
export async function findReportOf(db: Db, receipt: string): Promise<PayBillPayment | undefined> {
  const { rows } = await sql<PayBillPayment>`
    select ${PAYMENT} from pay_bill_payments p where p.receipt = ${receipt}`.execute(db);
  return rows[0];
}

/** Lists the receipts that callbacks reported for purchases, newest first. */
export async function listReportedReceipts(db: Db, homeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ receipt: string }>`
    select receipt from pay_bill_payments where home_id = any(${homeIds}::uuid[])
    order by reported_at desc limit 20`.execute(db);
  return rows.map(({ receipt }) => receipt);
}

/** A payment that M-PESA has confirmed, without the reference that the payer typed. */
export type Unreferenced = { msisdn: string; amountCents: bigint; completedAt: Date };

/**
 * Lists the bill references of purchases whose prompt may be this payment: to the same phone, of the same amount, sent in
 * the 15 minutes before, without a receipt so far. Prompts that are known to be paid come alone.
 */
export async function findReferencesOfPrompts(db: Db, payment: Unreferenced): Promise<string[]> {
  const { rows } = await sql<{ billReference: string; isPaid: boolean }>`
    select p.bill_reference as "billReference", bool_or(o.state = 'SUCCEEDED') as "isPaid"
    from orders o join purchases p on p.home_id = o.home_id
    where o.kind = 'purchase' and o.party = ${payment.msisdn} and o.amount_cents = ${payment.amountCents}
      and o.receipt is null and o.sends > 0
      and o.created_at between ${payment.completedAt}::timestamptz - interval '15 minutes'
        and ${payment.completedAt}::timestamptz + interval '1 minute'
    group by p.bill_reference order by p.bill_reference`.execute(db);
  const paid = rows.filter(({ isPaid }) => isPaid);
  return (paid.length > 0 ? paid : rows).map(({ billReference }) => billReference);
}

/**
 * Marks a reported payment as confirmed.
 * @returns the report; undefined if the receipt was not reported, or is already confirmed
 */
export async function confirmReport(tx: Transaction, receipt: string): Promise<PayBillPayment | undefined> {
  const { rows } = await sql<PayBillPayment>`
    update pay_bill_payments p set state = 'CONFIRMED', next_query_at = null
    where p.receipt = ${receipt} and p.state <> 'CONFIRMED'
    returning ${PAYMENT}`.execute(tx);
  return rows[0];
}

/** Claims reported payments whose query is due, so that no other process queries M-PESA about them. */
export async function claimDueQueries(
  db: Db,
  claim: { limit: number; retrySeconds: number },
): Promise<PayBillPayment[]> {
  const { rows } = await sql<PayBillPayment>`
    with due as (
      select receipt from pay_bill_payments where state = 'CHECKING' and next_query_at <= moment()
      order by next_query_at limit ${claim.limit} for update skip locked
    )
    update pay_bill_payments p set next_query_at = moment() + make_interval(secs => ${claim.retrySeconds})
    from due where p.receipt = due.receipt
    returning ${PAYMENT}`.execute(db);
  return rows;
}

/**
 * Schedules the next query of a report.
 * @param queryRetrySeconds seconds until the query; if omitted, M-PESA is not queried again
 */
export async function setNextQuery(db: Db, receipt: string, queryRetrySeconds?: number): Promise<void> {
  await sql`
    update pay_bill_payments set next_query_at = moment() + make_interval(secs => ${queryRetrySeconds ?? null})
    where receipt = ${receipt} and state = 'CHECKING' and next_query_at is not null`.execute(db);
}

/**
 * Moves overdue reports to their next state.
 * @returns the moved reports
 */
export async function moveWaiting(
  tx: Transaction,
  move: Page & { from: 'CHECKING' | 'OVERDUE'; to: 'OVERDUE' | 'UNCONFIRMED'; afterSeconds: number },
): Promise<(PayBillPayment & { id: string })[]> {
  const { rows } = await sql<PayBillPayment & { id: string }>`
    update pay_bill_payments p set state = ${move.to}, next_query_at = null
    where p.receipt in (
      select receipt from pay_bill_payments
      where state = ${move.from} and reported_at <= moment() - make_interval(secs => ${move.afterSeconds})
        and message_id <> all(${move.except}::uuid[])
      order by reported_at limit ${move.limit} for update skip locked
    )
    returning ${PAYMENT}, p.message_id as id`.execute(tx);
  return rows;
}

/**
 * Finds the state of a reported payment that may still pay for the purchase.
 * @returns undefined if there is none
 */
export async function findWaitingReport(db: Db, homeId: string): Promise<'CHECKING' | 'OVERDUE' | undefined> {
  const { rows } = await sql<{ state: 'CHECKING' | 'OVERDUE' }>`
    select state from pay_bill_payments where home_id = ${homeId} and state in ('CHECKING', 'OVERDUE')
    order by state limit 1`.execute(db);
  return rows[0]?.state;
}
