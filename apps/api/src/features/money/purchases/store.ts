import { sql, type InsertObject, type UpdateObject } from 'kysely';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { rowOfEach, valueOfEach } from '../../../platform/db/row-of-each.ts';
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
  'paid_by as paidBy',
  'gift_count as giftCount',
  'is_by_ussd as isByUssd',
  'prompt_again_at as promptAgainAt',
  'status',
  'failure_reason as failureReason',
  'mpesa_receipt as mpesaReceipt',
  'registered_at as registeredAt',
  'pending_since as pendingSince',
  'completed_at as completedAt',
] as const;

export type Purchase = Awaited<ReturnType<typeof lockPurchase>>;

/** Inserts a purchase with its gifts. A repetition after a lost COMMIT answer has no effect. */
export async function insertPurchase(
  tx: Transaction,
  row: InsertObject<Database, 'purchases'>,
  gifts: InsertObject<Database, 'purchase_gifts'>[],
): Promise<void> {
  await tx
    .insertInto('purchases')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('purchase_gifts')
    .values(gifts)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findPurchase(db: Db, homeId: string) {
  return selectPurchases(db).where('p.home_id', '=', homeId).executeTakeFirst();
}

/** Finds a purchase by its public id, which the buyer sees. */
export async function findPurchaseById(db: Db, id: string): Promise<Purchase | undefined> {
  return selectPurchases(db)
    .where(
      'p.home_id',
      '=',
      sql<string>`(select home_id from unique_names where kind = 'purchase' and key = ${id})`,
    )
    .executeTakeFirst();
}

function selectPurchases(db: Db) {
  return db.selectFrom('purchases as p').select(PURCHASE);
}

/**
 * Locks purchases; every change of a purchase needs this lock.
 * @throws Refusal not_found if a purchase was deleted because it was never paid
 */
export async function lockPurchases(tx: Transaction, homeIds: string[]) {
  const purchases = await rowOfEach(
    homeIds,
    (ids) =>
      selectPurchases(tx)
        .where(isAnyOf('p.home_id', ids, 'uuid'))
        .orderBy('p.home_id')
        .forUpdate()
        .execute(),
    ({ homeId }) => homeId,
  );
  return purchases.map((purchase) => {
    if (!purchase) throw new Refusal('not_found');
    return purchase;
  });
}

/** Locks one purchase; see `lockPurchases`. */
export async function lockPurchase(tx: Transaction, homeId: string) {
  const [purchase] = await lockPurchases(tx, [homeId]);
  if (!purchase) throw new Refusal('not_found');
  return purchase;
}

type Completion = {
  homeId: string;
  paidBy: 'mpesa' | 'wallet';
  receipt: string | undefined;
  /** Phone number that paid manually, masked by `paidFromOf`. */
  paidFrom: string | undefined;
};

/** Marks purchases as paid, even canceled ones. */
export async function recordCompletions(tx: Transaction, all: Completion[]): Promise<void> {
  const homeIds = all.map(({ homeId }) => homeId);
  const receipts = all.map(({ homeId: id, receipt: value = null }) => ({ id, value }));
  const payers = all.map(({ homeId: id, paidFrom: value = null }) => ({ id, value }));
  const means = all.map(({ homeId: id, paidBy: value }) => ({ id, value }));
  await sql`
    update purchases set status = 'COMPLETED', failure_reason = null,
      mpesa_receipt = ${valueOfEach('home_id', receipts, 'text')},
      paid_from = ${valueOfEach('home_id', payers, 'text')},
      paid_by = ${valueOfEach('home_id', means, 'text')},
      completed_at = moment(), pending_since = coalesce(pending_since, moment())
    where ${isAnyOf('home_id', homeIds, 'uuid')}`.execute(tx);
}

export async function updatePurchase(
  tx: Transaction,
  homeId: string,
  change: UpdateObject<Database, 'purchases'>,
): Promise<void> {
  await tx.updateTable('purchases').set(change).where('home_id', '=', homeId).execute();
}

/** Sums a consumer's completed and pending payments to us by M-PESA, of today in Nairobi. */
export async function paidInTodayCents(tx: Transaction, buyerId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents
    from purchases
    where buyer_id = ${buyerId} and status in ('PENDING', 'COMPLETED') and paid_by = 'mpesa'
      and pending_since >= date_trunc('day', moment(), 'Africa/Nairobi')`.execute(tx);
  return rows[0]?.cents ?? 0n;
}

/**
 * Counts prompts that other users sent to a phone: all of today, and those unanswered or cancelled in the last 24
 * hours.
 */
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
    from orders
    where party = ${msisdn} and kind = 'purchase' and not is_own_phone
      and created_at > moment() - interval '24 hours'`.execute(tx);
  return rows[0] ?? { today: 0, unwanted: 0 };
}

/** Returns the seconds until M-PESA accepts this amount from this phone again; undefined if M-PESA accepts it now. */
export async function secondsUntilRepeatable(
  tx: Transaction,
  payment: { msisdn: string; amountCents: bigint; quietSeconds: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(${payment.quietSeconds} - extract(epoch from moment() - max(ended_at)))::int as seconds
    from orders
    where party = ${payment.msisdn} and kind = 'purchase' and amount_cents = ${payment.amountCents}
      and state = 'SUCCEEDED' and created_at > moment() - interval '1 hour'
    having max(ended_at) > moment() - make_interval(secs => ${payment.quietSeconds})`.execute(tx);
  return rows[0]?.seconds;
}

/**
 * Claims purchases whose buyer's phone is to be prompted once more. Until `leaseSeconds` have passed, no other process
 * claims them.
 */
export async function claimDuePrompts(
  db: Db,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<{ homeId: string }[]> {
  const { rows } = await sql<{ homeId: string }>`
    update purchases set prompt_again_at = moment() + make_interval(secs => ${leaseSeconds})
    where (home_id, id) in (
      select home_id, id from purchases where prompt_again_at <= moment() and status = 'CANCELED'
      order by prompt_again_at limit ${limit} for update skip locked)
    returning home_id as "homeId"`.execute(db);
  return rows;
}

/** Prompts the buyer's phone once more after some seconds. */
export async function planPrompt(tx: Transaction, homeId: string, seconds: number): Promise<void> {
  await sql`
    update purchases set prompt_again_at = moment() + make_interval(secs => ${seconds})
    where home_id = ${homeId}`.execute(tx);
}

export async function deleteStaleRegistrations(db: Db): Promise<void> {
  await sql`select delete_stale_registrations()`.execute(db);
}
