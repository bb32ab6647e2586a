import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { OrderKey } from '../../mpesa/orders/index.ts';

/** Prompts of the purchase that an account number names, and that are not known to have been paid. */
export async function findUnpaidPrompts(db: Db, billReference: string): Promise<OrderKey[]> {
  const { rows } = await sql<OrderKey>`
    select o.home_id as "homeId", o.id
    from unique_names n join orders o on o.home_id = n.home_id and o.kind = 'purchase'
    where n.kind = 'bill_reference' and n.key = ${billReference} and o.state <> 'SUCCEEDED'
    order by o.created_at desc limit 5`.execute(db);
  return rows;
}

/** Pay-outs without a result that would pay out this much, to a phone or a business. */
export async function findOpenPayOuts(db: Db, netCents: bigint): Promise<(OrderKey & { party: string })[]> {
  const { rows } = await sql<OrderKey & { party: string }>`
    select home_id as "homeId", id, party from orders
    where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN') and kind in ('withdrawal', 'settlement')
      and amount_cents = ${netCents}
    order by created_at desc limit 50`.execute(db);
  return rows;
}
