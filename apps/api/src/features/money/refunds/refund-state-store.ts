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
 * payment's vouchers and their replacements. Call it after each change of a refund or reversal; no other code
 * decides the state.
 */
export async function recordRefundState(tx: Transaction, voucherId: string): Promise<void> {
  const bought = await findBoughtTogether(tx, await findOriginId(tx, voucherId));
  if (!bought) return;
  const { homeId } = bought;
  // Serializes changes of one payment's state; the reads below need this lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund state ${homeId}`}, 0))`.execute(tx);
  const lines = await Promise.all(bought.voucherIds.map((id) => listReplacements(tx, id)));
  const known = await readKnown(tx, homeId, lines);
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
 * Finds the vouchers of the payment behind a voucher.
 * @returns undefined for a voucher that was not bought, such as a merchant's own
 */
async function findBoughtTogether(
  tx: Transaction,
  voucherId: string,
): Promise<{ homeId: string; voucherIds: string[] } | undefined> {
  const { rows } = await sql<{ homeId: string; voucherIds: string[] }>`
    select home_id as "homeId", array_agg(voucher_id order by position) as "voucherIds" from purchase_gifts
    where home_id = (select home_id from purchase_gifts where voucher_id = ${voucherId})
    group by home_id`.execute(tx);
  return rows[0];
}

/**
 * Reads the refunds and reversals of a payment.
 * @param lines each voucher with its replacements
 */
async function readKnown(tx: Transaction, homeId: string, lines: string[][]): Promise<Known> {
  const latestIds = lines.flatMap((line) => line.at(-1) ?? []);
  const isOfLine = sql`home_id = any(${lines.flat()}::uuid[])`;
  const { rows } = await sql<Known>`
    select p.id as "purchaseId", p.amount_cents as "amountCents",
      (
        select sum(amount_cents)::bigint from refunds
        where ${isOfLine} and source = 'voucher' and status <> 'CANCELED'
      ) as "backCents",
      exists (select from ledger.transfers where ${isOfLine} and kind = 'payment_taken_back') as "wasTakenBack",
      not exists (
        select from vouchers where id = any(${latestIds}::uuid[]) and closed_as is distinct from 'VOIDED'
      ) as "isVoided"
    from purchases p where p.home_id = ${homeId}`.execute(tx);
  const [known] = rows;
  if (!known) throw new Error(`gifts ${homeId} have no purchase`);
  return known;
}
