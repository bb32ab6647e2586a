import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';
import { findOriginId, listReplacements } from '../vouchers/index.ts';

type Known = {
  purchaseId: string;
  amountCents: bigint;
  /** Amount refunded or being refunded; null without a refund. */
  backCents: bigint | null;
  wasTakenBack: boolean;
  isVoided: boolean;
};

/**
 * Stores the refund state of the payment behind a bought voucher: the sum of all refunds and reversals of the
 * voucher, its predecessors and its replacements. Call it after each change of a refund or reversal; no other code
 * decides the state.
 */
export async function recordRefundState(tx: Transaction, voucherId: string): Promise<void> {
  const homeId = await findOriginId(tx, voucherId);
  // Serializes changes of one payment's state; the reads below need this lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund state ${homeId}`}, 0))`.execute(tx);
  const line = await listReplacements(tx, homeId);
  const known = await readKnown(tx, homeId, line);
  if (!known) return;
  const state = stateOf(known);
  const ofPayment = sql`home_id = ${homeId} and transaction_id = ${known.purchaseId}`;
  if (state === undefined) {
    await sql`delete from refund_states where ${ofPayment}`.execute(tx);
    return;
  }
  await sql`
    insert into refund_states as s (home_id, transaction_id, state, back_cents)
    values (${homeId}, ${known.purchaseId}, ${state}, ${known.backCents ?? 0n})
    on conflict on constraint refund_states_pkey do update
      set state = excluded.state, back_cents = excluded.back_cents`.execute(tx);
}

function stateOf({ amountCents, backCents, wasTakenBack, isVoided }: Known) {
  if (wasTakenBack) return 'reversed';
  if (backCents === null) return undefined;
  if (isVoided) return 'taken_back';
  return backCents >= amountCents ? 'refunded' : 'partly_refunded';
}

/**
 * Reads the refunds and reversals of a voucher and its replacements.
 * @returns undefined for a voucher that was not bought, such as a merchant's own
 */
async function readKnown(
  tx: Transaction,
  homeId: string,
  line: [string, ...string[]],
): Promise<Known | undefined> {
  const latestId = line.at(-1) ?? homeId;
  const isOfLine = sql`home_id = any(${line}::uuid[])`;
  const { rows } = await sql<Known>`
    select p.id as "purchaseId", p.amount_cents as "amountCents",
      (
        select sum(amount_cents)::bigint from refunds
        where ${isOfLine} and source = 'voucher' and status <> 'CANCELED'
      ) as "backCents",
      exists (select from ledger.transfers where ${isOfLine} and kind = 'payment_taken_back') as "wasTakenBack",
      exists (select from vouchers where id = ${latestId} and closed_as = 'VOIDED') as "isVoided"
    from purchases p where p.home_id = ${homeId}`.execute(tx);
  return rows[0];
}
