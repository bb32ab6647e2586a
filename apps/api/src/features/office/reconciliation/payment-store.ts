import type { ReconciliationItem } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

type Payment = Omit<NonNullable<ReconciliationItem['payment']>, 'isTakenBack'>;

/**
 * Finds the purchases that these items name: by the receipt that a line reverses, by its own receipt, or by the account
 * number that the payer typed.
 */
export async function findPaymentsOf(db: Db, itemIds: readonly string[]): Promise<Map<string, Payment>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<Payment & { itemId: string }>`
    select distinct on (i.id) i.id as "itemId", p.id as "transactionId", p.bill_reference as "billReference", p.status
    from reconciliation_items i
    cross join lateral (
      values (1, 'receipt', i.linked_receipt), (2, 'receipt', i.receipt), (3, 'bill_reference', upper(i.account_number))
    ) as w (place, kind, key)
    join unique_names n on n.kind = w.kind and n.key = w.key
    join purchases p on p.home_id = n.home_id
    where i.id = any(${itemIds}::uuid[]) and i.account = 'collection'
    order by i.id, w.place`.execute(db);
  return new Map(rows.map(({ itemId, ...payment }) => [itemId, payment]));
}
