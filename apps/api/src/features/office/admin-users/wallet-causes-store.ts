import { sql } from 'kysely';
import type { StatementEntry } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';

/** The transaction that caused an entry of a wallet, and its reference: M-PESA's receipt if there is one. */
export type WalletCause = {
  type: 'Deposit' | 'Withdrawal' | 'Claim' | 'Redemption' | 'Refund';
  id: string;
  reference: string | null;
};

/**
 * A possible cause of a transfer. The transfer's id is derived from three values: `kind`, the ledger's name for the
 * event; the id of the cause; and `leg`, the leg in the wallet.
 */
type Candidate = WalletCause & { kind: string; causeId: string; leg: string };

/**
 * Finds the causes of a wallet's entries; the key is the id of the entry. Omits causes that have no page of their own.
 */
export async function findWalletCauses(
  db: Db,
  userId: string,
  entries: readonly StatementEntry[],
): Promise<Map<string, WalletCause>> {
  if (entries.length === 0) return new Map();
  const heldFor = entries.flatMap(({ counterAccount }) => /^held:(.+)$/u.exec(counterAccount)?.[1] ?? []);
  const receipts = entries.flatMap(({ reference }) => reference ?? []);
  const { rows } = await sql<Candidate>`
    select 'Withdrawal' as type, w.id, w.transaction_code as reference, made.kind, w.id::text as "causeId", made.leg
    from withdrawals w, (
      values ('withdrawal_reserved', 'gross'), ('withdrawal_released', 'gross'), ('withdrawal_paid_late', 'wallet')
    ) as made (kind, leg)
    where w.user_id = ${userId} and (w.id = any(${heldFor}::uuid[]) or w.transaction_code = any(${receipts}::text[]))
    union all
    select 'Claim', c.id, null, 'claim', c.voucher_id::text, 'in' from claims c where c.user_id = ${userId}
    union all
    select 'Redemption', r.id, null, 'redemption_reversed', r.id::text, 'in'
    from claims c join redemptions r
      on r.voucher_id = c.voucher_id and r.reversed_at is not null
    where c.user_id = ${userId}
    union all
    select 'Refund', r.id, coalesce(r.mpesa_receipt, r.original_receipt), 'refund', r.id::text, 'in'
    from refunds r where r.buyer_id = ${userId}
    union all
    select 'Deposit', p.id, n.key, 'second_payment', n.target_id::text, 'gross'
    from unique_names n join purchases p on p.home_id = n.home_id
    where n.kind = 'receipt' and n.key = any(${receipts}::text[]) and p.buyer_id = ${userId}
    union all
    select 'Deposit', p.id, p.bill_reference, 'wallet_purchase', p.id::text, made.leg
    from purchases p cross join lateral (
      select 'fee' as leg union all
      select 'out/' || g.voucher_id from purchase_gifts g where g.home_id = p.home_id
    ) as made
    where p.buyer_id = ${userId} and p.paid_by = 'wallet'`.execute(db);
  return new Map(
    rows.map(({ kind, causeId, leg, ...cause }) => [derivedId(kind, causeId, leg), cause] as const),
  );
}
