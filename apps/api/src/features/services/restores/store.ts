import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';

export async function hasUnopenedRestore(db: Db): Promise<boolean> {
  const { rows } = await sql`select from restores where opened_at is null`.execute(db);
  return rows.length > 0;
}

export type Moments = { knownUntil: Date; ranUntil: Date };

/**
 * Inserts a restore; does nothing if it exists with the same moments. It replaces an earlier restore, because the
 * backup may be of a closed system.
 */
export async function insertRestore(tx: Transaction, { knownUntil, ranUntil }: Moments): Promise<void> {
  await sql`
    update restores set opened_at = moment()
    where opened_at is null and (known_until, ran_until) <> (${knownUntil}::timestamptz, ${ranUntil}::timestamptz)`.execute(
    tx,
  );
  await tx
    .insertInto('restores')
    .values({ id: newId(), known_until: knownUntil, ran_until: ranUntil })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type Unchecked = {
  /** M-PESA accounts whose statements since the restore do not cover the lost time. */
  accounts: string[];
  /** Payments in those statements that are not in the ledger, and neither booked nor explained. */
  missingHere: number;
};

/**
 * Reads the checks that are still missing after a restore.
 * @returns undefined when the system is not closed
 */
export async function readUnchecked(tx: Transaction): Promise<Unchecked | undefined> {
  const { rows } = await sql<Unchecked>`
    select
      (
        select coalesce(array_agg(a.name order by a.name), '{}')
        from unnest(array['collection', 'utility', 'working']) a (name)
        where not coalesce((
          select range_agg(tstzrange(s.from_at, s.to_at)) @> tstzrange(r.known_until, r.ran_until)
          from reconciliation_runs s where s.account = a.name and s.made_at > r.restored_at
        ), false)
      ) as accounts,
      (
        select count(*)::int from reconciliation_items i join reconciliation_runs s on s.id = i.run_id
        where i.state = 'missing_here' and i.closed_as is null and s.account <> 'bank' and s.made_at > r.restored_at
      ) as "missingHere"
    from restores r where r.opened_at is null`.execute(tx);
  return rows[0];
}

export async function markOpened(tx: Transaction): Promise<void> {
  await sql`update restores set opened_at = moment() where opened_at is null`.execute(tx);
}

/**
 * Marks every order that the lost system may have sent as UNKNOWN, so that it is only queried. Sets `sent_at` if M-PESA
 * knows the order by our id, because an unknown order without `sent_at` is sent again. Takes two updates, because only
 * an order that is being sent may become UNKNOWN.
 * @returns the number of orders
 */
export async function markOrdersUnknown(tx: Transaction): Promise<number> {
  await sql`
    update orders set state = 'SENDING', sends = greatest(sends, 1), sending_at = coalesce(sending_at, created_at)
    where state = 'INTENT'`.execute(tx);
  const { numAffectedRows } = await sql`
    update orders set state = 'UNKNOWN', next_poll_at = moment(),
      sent_at = case when cardinality(provider_ids) > 0 then coalesce(sent_at, sending_at, created_at) else sent_at end
    where state in ('SENDING', 'UNKNOWN')`.execute(tx);
  // M-PESA voided this access token when it issued the next one to the lost system.
  await sql`delete from provider_tokens`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Marks pending messages as unknown, because they may have been sent.
 * @returns the number of messages
 */
export async function markMessagesUnknown(tx: Transaction): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox set state = 'unknown', finished_at = moment(), lease_token = null, lease_until = null,
      last_error = 'It may have gone out before the database was restored.'
    where state = 'pending'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Marks pending webhooks as failed; a merchant can send them again, under the same id.
 * @returns the number of webhooks
 */
export async function failPendingWebhooks(tx: Transaction): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = 'failed', lease_token = null, lease_until = null
    where state = 'pending'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Requires an administrator for batches that the lost system may have paid or tried again.
 * @returns the number of batches that would otherwise have been paid automatically
 */
export async function holdSettlements(tx: Transaction): Promise<number> {
  const { numAffectedRows } = await sql`
    update settlements set needs_approval = true, next_attempt_at = null
    where status in ('PENDING', 'PROCESSING') and not needs_approval`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Marks due scheduled gifts as delivered.
 * @returns the number of gifts that the lost system may have delivered
 */
export async function markGiftsDelivered(tx: Transaction, ranUntil: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update vouchers set announced_at = moment()
    where announced_at is null and deliver_at <= ${ranUntil}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Ends every session and deletes codes and links, because they may have been revoked or used since the backup. */
export async function endSessions(tx: Transaction): Promise<number> {
  const { numAffectedRows } = await sql`
    update sessions set ended_at = moment(), end_reason = 'signed-out'
    where ended_at is null and expires_at > moment()`.execute(tx);
  await sql`delete from one_time_codes`.execute(tx);
  await sql`delete from reset_links`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
