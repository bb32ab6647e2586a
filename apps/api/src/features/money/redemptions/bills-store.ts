import { shillingsOf, type TillBill } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/** The bill of a redemption; all null if there is none. */
export type BillColumns = {
  billCents: bigint | null;
  billPaidBy: TillBill['paidBy'] | null;
  billReceipt: string | null;
};

/** SQL: the columns of `BillColumns`. */
export const billColumns: RawBuilder<unknown> = sql`
  b.total_cents as "billCents", b.paid_by as "billPaidBy", b.mpesa_receipt as "billReceipt"`;

/** SQL: the join that `billColumns` needs besides redemption `r`. */
export const joinBill: RawBuilder<unknown> = sql`left join redemption_bills b on b.redemption_id = r.id`;

/** Describes the bill of a redemption; undefined if there is none. */
export function describeBill({
  amountCents,
  billCents,
  billPaidBy,
  billReceipt,
}: BillColumns & { amountCents: bigint }): TillBill | undefined {
  if (billCents === null || billPaidBy === null) return undefined;
  return {
    total: shillingsOf(billCents),
    rest: shillingsOf(billCents - amountCents),
    paidBy: billPaidBy,
    mpesaReceipt: billReceipt ?? undefined,
  };
}

/**
 * Locks a redemption, so that no closed day counts it before the commit.
 * @returns whether a closed day has counted it already
 */
export async function isInClosedDay(tx: Transaction, redemptionId: string): Promise<boolean> {
  await sql`select from redemptions where id = ${redemptionId} for no key update`.execute(tx);
  const { rows } = await sql`
    select redemption_id from day_close_entries where redemption_id = ${redemptionId}`.execute(tx);
  return rows.length > 0;
}

/** Stores the bill of a redemption, or replaces it. Lock the redemption first. */
export async function writeBill(
  tx: Transaction,
  bill: {
    redemptionId: string;
    merchantId: string;
    totalCents: bigint;
    paidBy: TillBill['paidBy'];
    mpesaReceipt: string | undefined;
    staffId: string;
  },
): Promise<void> {
  const { redemptionId, merchantId, totalCents, paidBy, mpesaReceipt = null, staffId } = bill;
  await sql`
    insert into redemption_bills (redemption_id, merchant_id, total_cents, paid_by, mpesa_receipt, noted_by)
    values (${redemptionId}, ${merchantId}, ${totalCents}, ${paidBy}, ${mpesaReceipt}, ${staffId})
    on conflict (redemption_id) do update set total_cents = excluded.total_cents, paid_by = excluded.paid_by,
      mpesa_receipt = excluded.mpesa_receipt, noted_by = excluded.noted_by, noted_at = moment()`.execute(tx);
}
