import { sql } from 'kysely';
import { cellOf } from '../../../platform/db/cells.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { findOriginId, listReplacements } from '../vouchers/index.ts';

type Known = {
  purchaseId: string;
  amountCents: bigint;
  /** What went back, or is on its way; null where nothing is. */
  backCents: bigint | null;
  wasTakenBack: boolean;
  isVoided: boolean;
};

/**
 * Writes down what the refunds and reversals of a bought voucher come to for the payment behind it, with those of the
 * vouchers in whose place it is or that are in its place. The one place where it is decided; called by everything that
 * changes one of them.
 */
export async function noteRefundState(tx: Transaction, voucherId: string): Promise<void> {
  const homeId = await findOriginId(tx, voucherId);
  // Two ends of one voucher are written down one after the other; what is read below is read after the lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund state ${homeId}`}, 0))`.execute(tx);
  const line = await listReplacements(tx, homeId);
  const known = await readKnown(tx, homeId, line);
  if (!known) return;
  const state = stateOf(known);
  const ofPayment = sql`cell = ${cellOf(homeId)} and home_id = ${homeId} and transaction_id = ${known.purchaseId}`;
  if (state === undefined) {
    await sql`delete from refund_states where ${ofPayment}`.execute(tx);
    return;
  }
  await sql`
    insert into refund_states as s (cell, home_id, transaction_id, state, back_cents)
    values (${cellOf(homeId)}, ${homeId}, ${known.purchaseId}, ${state}, ${known.backCents ?? 0n})
    on conflict on constraint refund_states_pkey do update
      set state = excluded.state, back_cents = excluded.back_cents`.execute(tx);
}

function stateOf({ amountCents, backCents, wasTakenBack, isVoided }: Known) {
  if (wasTakenBack) return 'reversed';
  if (backCents === null) return undefined;
  if (isVoided) return 'taken_back';
  return backCents >= amountCents ? 'refunded' : 'partly_refunded';
}

/** @returns undefined for a voucher that nobody has paid for, such as a merchant's own */
async function readKnown(
  tx: Transaction,
  homeId: string,
  line: [string, ...string[]],
): Promise<Known | undefined> {
  const latestId = line.at(-1) ?? homeId;
  const isOfLine = sql`cell = any(${line.map(cellOf)}::smallint[]) and home_id = any(${line}::uuid[])`;
  const { rows } = await sql<Known>`
    with back as (
      select sum(amount_cents)::bigint as cents from refunds
      where ${isOfLine} and source = 'voucher' and status <> 'CANCELED'
    ), taken as (
      select id from ledger.transfers where ${isOfLine} and kind = 'payment_taken_back' limit 1
    ), voided as (
      select id from vouchers where cell = ${cellOf(latestId)} and id = ${latestId} and closed_as = 'VOIDED'
    ), paid as (
      select id, amount_cents from purchases where cell = ${cellOf(homeId)} and home_id = ${homeId}
    )
    select paid.id as "purchaseId", paid.amount_cents as "amountCents", (select cents from back) as "backCents",
      exists (select from taken) as "wasTakenBack", exists (select from voided) as "isVoided"
    from paid`.execute(tx);
  return rows[0];
}
