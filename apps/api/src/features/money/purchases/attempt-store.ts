import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { nextPollBackoff } from '../../../platform/db/next-poll-backoff.ts';
import type { Attempt } from './store.ts';

/**
 * M-PESA took the prompt. A callback may have come before this answer: what it resolved stays resolved.
 * @returns whether the attempt was still open
 */
export async function markAccepted(
  tx: Transaction,
  accepted: {
    homeId: string;
    targetId: string;
    merchantRequestId: string;
    checkoutRequestId: string;
    firstQuerySeconds: number;
  },
): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    update purchase_attempts set
      merchant_request_id = ${accepted.merchantRequestId},
      checkout_request_id = ${accepted.checkoutRequestId},
      sent_at = moment(),
      state = case when state in ('INTENT', 'UNKNOWN') then 'SENT' else state end,
      next_query_at = case when state in ('INTENT', 'UNKNOWN')
        then moment() + make_interval(secs => ${accepted.firstQuerySeconds}) else next_query_at end
    where home_id = ${accepted.homeId} and id = ${accepted.targetId}
    returning state`.execute(tx);
  return rows[0]?.state === 'SENT';
}

/** The send was not answered: the prompt may or may not be on the phone. */
export async function markUnknown(db: Db, attempt: { homeId: string; attemptId: string }): Promise<void> {
  await sql`
    update purchase_attempts set state = 'UNKNOWN', next_query_at = moment() + interval '15 seconds'
    where home_id = ${attempt.homeId} and id = ${attempt.attemptId} and state = 'INTENT'`.execute(db);
}

/** Claims open attempts that are due for a poll and postpones the next one, so that no other worker polls too. */
export async function takeAttemptsToQuery(
  db: Db,
  limit: number,
): Promise<(Attempt & { ageSeconds: number })[]> {
  const { rows } = await sql<Attempt & { ageSeconds: number }>`
    with due as (
      select home_id, id from purchase_attempts
      where state in ('INTENT', 'SENT', 'UNKNOWN') and next_query_at <= moment()
      order by next_query_at limit ${limit}
      for update skip locked
    )
    update purchase_attempts a set ${nextPollBackoff}
    from due where a.home_id = due.home_id and a.id = due.id
    returning a.home_id as "homeId", a.id, a.purchase_id as "purchaseId", a.payer_msisdn as "payerMsisdn",
      a.amount_cents as "amountCents", a.state, a.checkout_request_id as "checkoutRequestId",
      a.mpesa_receipt as "mpesaReceipt",
      a.result_code as "resultCode", a.created_at as "createdAt", a.sent_at as "sentAt",
      a.settled_at as "settledAt", a.queries,
      extract(epoch from moment() - a.created_at)::int as "ageSeconds"`.execute(db);
  return rows;
}

/** The one attempt that a payment without a CheckoutRequestID can belong to; undefined when there are several. */
export async function findOnlyAttemptWithoutReceipt(
  tx: Transaction,
  homeId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from purchase_attempts
    where home_id = ${homeId} and state <> 'FAILED' and mpesa_receipt is null`.execute(tx);
  return rows.length === 1 ? rows[0]?.id : undefined;
}

export async function dropStaleRegistrations(db: Db): Promise<void> {
  await sql`select drop_stale_registrations()`.execute(db);
}
