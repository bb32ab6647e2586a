import { sql, type InsertObject, type UpdateObject } from 'kysely';
import { cellOf } from '../../../platform/db/cells.ts';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';

const PURCHASE = [
  'home_id as homeId',
  'id',
  'buyer_id as buyerId',
  'amount_cents as amountCents',
  'fee_cents as feeCents',
  'bill_reference as billReference',
  'payer_msisdn as payerMsisdn',
  'paid_from as paidFrom',
  'recipient_name as recipientName',
  'recipient_msisdn as recipientMsisdn',
  'recipient_email as recipientEmail',
  'message',
  'cloth',
  'status',
  'failure_reason as failureReason',
  'mpesa_receipt as mpesaReceipt',
  'registered_at as registeredAt',
  'pending_since as pendingSince',
  'completed_at as completedAt',
] as const;

/** The moment the buyer chose, or has moved the gift to since. */
const deliverAtOf = (homeId: string) =>
  sql<Date | null>`
    case when deliver_at is not null then coalesce(
      (select v.deliver_at from vouchers v where v.cell = ${cellOf(homeId)} and v.id = ${homeId}), deliver_at
    ) end`.as('deliverAt');

export type Purchase = Awaited<ReturnType<typeof lockPurchase>>;

/** The same purchase again, after a commit whose answer was lost, changes nothing. */
export async function insertPurchase(
  tx: Transaction,
  row: Omit<InsertObject<Database, 'purchases'>, 'cell'> & { home_id: string },
): Promise<void> {
  await tx
    .insertInto('purchases')
    .values({ ...row, cell: cellOf(row.home_id) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findPurchase(db: Db, homeId: string) {
  return db
    .selectFrom('purchases')
    .select(PURCHASE)
    .select(deliverAtOf(homeId))
    .where('cell', '=', cellOf(homeId))
    .where('home_id', '=', homeId)
    .executeTakeFirst();
}

/**
 * Every change of a purchase happens under this lock.
 * @throws Refusal not_found when it was never paid for and dropped meanwhile
 */
export function lockPurchase(tx: Transaction, homeId: string) {
  return tx
    .selectFrom('purchases')
    .select(PURCHASE)
    .select(deliverAtOf(homeId))
    .where('cell', '=', cellOf(homeId))
    .where('home_id', '=', homeId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refusal('not_found'));
}

export async function updatePurchase(
  tx: Transaction,
  homeId: string,
  change: UpdateObject<Database, 'purchases'>,
): Promise<void> {
  await tx
    .updateTable('purchases')
    .set(change)
    .where('cell', '=', cellOf(homeId))
    .where('home_id', '=', homeId)
    .execute();
}

/** What a consumer has paid in, or is paying in, on the present day in Nairobi. */
export async function paidInTodayCents(tx: Transaction, buyerId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents
    from purchases
    where buyer_id = ${buyerId} and status in ('PENDING', 'COMPLETED')
      and pending_since >= date_trunc('day', moment(), 'Africa/Nairobi')`.execute(tx);
  return rows[0]?.cents ?? 0n;
}

/** How strangers' prompts to a phone went: sent on the present day, and unanswered or cancelled in 24 hours. */
export async function countStrangersPrompts(
  tx: Transaction,
  msisdn: string,
): Promise<{ today: number; unwanted: number }> {
  const { rows } = await sql<{ today: number; unwanted: number }>`
    select
      count(*) filter (where created_at >= date_trunc('day', moment(), 'Africa/Nairobi'))::int as today,
      count(*) filter (
        where created_at > moment() - interval '24 hours'
          and failure_reason in ('cancelled_by_user', 'expired', 'unreachable')
      )::int as unwanted
    from provider_orders
    where party = ${msisdn} and kind = 'purchase' and not is_own_phone
      and created_at > moment() - interval '24 hours'`.execute(tx);
  return rows[0] ?? { today: 0, unwanted: 0 };
}

/** Seconds until M-PESA takes this amount from this phone again, if it would refuse now. */
export async function secondsUntilRepeatable(
  tx: Transaction,
  payment: { msisdn: string; amountCents: bigint; quietSeconds: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(${payment.quietSeconds} - extract(epoch from moment() - max(ended_at)))::int as seconds
    from provider_orders
    where party = ${payment.msisdn} and kind = 'purchase' and amount_cents = ${payment.amountCents}
      and state = 'SUCCEEDED' and created_at > moment() - interval '1 hour'
    having max(ended_at) > moment() - make_interval(secs => ${payment.quietSeconds})`.execute(tx);
  return rows[0]?.seconds;
}

export async function dropStaleRegistrations(db: Db): Promise<void> {
  await sql`select drop_stale_registrations()`.execute(db);
}
