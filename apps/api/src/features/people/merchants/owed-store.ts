import { sql } from 'kysely';
import { readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { account } from '../../services/postings/index.ts';

type InBatches = { inBatchesCents: bigint; beingPaidCents: bigint };

/** Reads each merchant's money in unpaid settlement batches, by merchant id; omits merchants without any. */
export async function readInBatches(db: Db, merchantIds: readonly string[]): Promise<Map<string, InBatches>> {
  const { rows } = await sql<InBatches & { id: string }>`
    select merchant_id as id, sum(amount_cents)::bigint as "inBatchesCents",
      coalesce(sum(amount_cents) filter (where status = 'PROCESSING'), 0)::bigint as "beingPaidCents"
    from settlements
    where merchant_id = any(${merchantIds}::uuid[]) and status in ('PENDING', 'PROCESSING')
    group by merchant_id`.execute(db);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Reads the merchant's balance plus its unpaid settlement batches, in cents. */
export async function readOwedCents(db: Db, merchantId: string): Promise<bigint> {
  const balanceCents = await readBalance(db, { account: account.merchant(merchantId), homeId: merchantId });
  const inBatches = (await readInBatches(db, [merchantId])).get(merchantId);
  return balanceCents + (inBatches?.inBatchesCents ?? 0n);
}

/** Sums what is left on the vouchers that the merchant made, in cents. */
export async function readOwnVouchersCents(db: Db, merchantId: string): Promise<bigint> {
  const { rows } = await sql<{ cents: bigint }>`
    select coalesce(sum(b.balance_cents), 0)::bigint as cents
    from vouchers v join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
    where v.issuer_merchant_id = ${merchantId} and v.closed_as is null`.execute(db);
  return rows[0]?.cents ?? 0n;
}
