import { sql, type RawBuilder } from 'kysely';
import type { StoredTransfer } from './books.ts';

/** The call that writes transfers which were decided under lock; it is for a statement's list of what it selects. */
export function applying(transfers: StoredTransfer[]): RawBuilder<unknown> {
  return sql`ledger.apply_transfers(
    ${transfers.map((one) => one.homeId)}::uuid[],
    ${transfers.map((one) => one.id)}::uuid[],
    ${transfers.map((one) => one.debit)}::text[],
    ${transfers.map((one) => one.credit)}::text[],
    ${transfers.map((one) => one.amountCents)}::bigint[],
    ${transfers.map((one) => one.kind)}::text[],
    ${transfers.map((one) => one.reference ?? null)}::text[]
  )`;
}
