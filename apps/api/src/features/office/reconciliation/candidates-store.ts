import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { OrderKey } from '../../mpesa/orders/index.ts';

/** Finds prompts of the purchase with this account number, if no success is recorded for them. */
export async function findUnpaidPrompts(db: Db, billReference: string): Promise<OrderKey[]> {
  const { rows } = await sql<OrderKey>`
    select o.home_id as "homeId", o.id
    from unique_names n join orders o on o.home_id = n.home_id and o.kind = 'purchase'
    where n.kind = 'bill_reference' and n.key = ${billReference} and o.state <> 'SUCCEEDED'
    order by o.created_at desc limit 5`.execute(db);
  return rows;
}

/** Finds orders to pay out this amount to a phone or a business whose result is unknown. */
export async function findOpenPayOuts(db: Db, netCents: bigint): Promise<(OrderKey & { party: string })[]> {
  const { rows } = await sql<OrderKey & { party: string }>`
    select home_id as "homeId", id, party from orders
    where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN') and kind in ('withdrawal', 'settlement')
      and amount_cents = ${netCents}
    order by created_at desc limit 50`.execute(db);
  return rows;
}
