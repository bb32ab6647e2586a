import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Prompts of the purchase that an account number names, and that are not known to have been paid. */
export async function findUnpaidAttempts(
  db: Db,
  billReference: string,
): Promise<{ homeId: string; id: string; checkoutRequestId: string | null; createdAt: Date }[]> {
  const { rows } = await sql<{
    homeId: string;
    id: string;
    checkoutRequestId: string | null;
    createdAt: Date;
  }>`
    select a.home_id as "homeId", a.id, a.checkout_request_id as "checkoutRequestId", a.created_at as "createdAt"
    from unique_names l
    join purchase_attempts a on a.home_id = l.home_id
    where l.kind = 'bill_reference' and l.key = ${billReference} and a.state <> 'SUCCEEDED'
    order by a.created_at desc limit 5`.execute(db);
  return rows;
}

export type OpenPayOut = { homeId: string; id: string; number: string };

/** Withdrawals without a result that would pay out this much. */
export async function findOpenWithdrawals(db: Db, netCents: bigint): Promise<OpenPayOut[]> {
  const { rows } = await sql<OpenPayOut>`
    select user_id as "homeId", id, msisdn as number from withdrawals
    where status = 'PENDING' and amount_cents - fee_cents = ${netCents}
    order by pending_since desc limit 50`.execute(db);
  return rows;
}

/** Tries to pay a settlement without a result that would pay out this much. */
export async function findOpenSettlements(db: Db, netCents: bigint): Promise<OpenPayOut[]> {
  const { rows } = await sql<OpenPayOut>`
    select a.merchant_id as "homeId", a.id, a.channel ->> 'number' as number
    from settlement_attempts a
    join settlements s on s.merchant_id = a.merchant_id and s.id = a.settlement_id
    where a.next_query_at is not null and s.amount_cents - s.fee_cents = ${netCents}
    order by a.started_at desc limit 50`.execute(db);
  return rows;
}
