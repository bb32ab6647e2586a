import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { SettlementKey } from './store.ts';

export type Decision = {
  id: string;
  attemptId: string;
  outcome: 'paid' | 'not_paid';
  reference: string | null;
  reason: string | null;
  proposedBy: string;
  proposedByName: string;
  proposedAt: Date;
};

/** Finds the proposed outcome of a batch that a second administrator must confirm. */
export async function findOpenDecision(db: Db, key: SettlementKey): Promise<Decision | undefined> {
  return (await findOpenDecisions(db, [key])).get(key.settlementId);
}

/** Finds the proposed outcomes that a second administrator must confirm, by batch id. */
export async function findOpenDecisions(
  db: Db,
  keys: readonly SettlementKey[],
): Promise<Map<string, Decision>> {
  const { rows } = await sql<Decision & { settlementId: string }>`
    select d.settlement_id as "settlementId", d.id, d.attempt_id as "attemptId", d.outcome, d.reference, d.reason,
      d.proposed_by as "proposedBy", a.name as "proposedByName", d.proposed_at as "proposedAt"
    from settlement_decisions d join administrators a on a.id = d.proposed_by
    where d.merchant_id = any(${[...new Set(keys.map(({ merchantId }) => merchantId))]}::uuid[])
      and d.settlement_id = any(${keys.map(({ settlementId }) => settlementId)}::uuid[])
      and d.closed_as is null`.execute(db);
  return new Map(rows.map(({ settlementId, ...decision }) => [settlementId, decision]));
}

export async function insertDecision(
  tx: Transaction,
  key: SettlementKey & { attemptId: string },
  said: { outcome: 'paid' | 'not_paid'; reference?: string; reason?: string; by: string },
): Promise<void> {
  await tx
    .insertInto('settlement_decisions')
    .values({
      merchant_id: key.merchantId,
      id: newId(),
      settlement_id: key.settlementId,
      attempt_id: key.attemptId,
      outcome: said.outcome,
      reference: said.reference ?? null,
      reason: said.reason ?? null,
      proposed_by: said.by,
    })
    .execute();
}

export async function closeDecision(
  tx: Transaction,
  { merchantId, id }: { merchantId: string; id: string },
  closed: { as: 'confirmed' | 'turned_down'; by: string },
): Promise<void> {
  await sql`
    update settlement_decisions set closed_as = ${closed.as}, closed_by = ${closed.by}, closed_at = moment()
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx);
}

/** Closes a proposed outcome as superseded: M-PESA's result arrived before the confirmation. */
export async function supersedeDecision(tx: Transaction, key: SettlementKey): Promise<void> {
  await sql`
    update settlement_decisions set closed_as = 'overtaken', closed_at = moment()
    where merchant_id = ${key.merchantId} and settlement_id = ${key.settlementId} and closed_as is null`.execute(
    tx,
  );
}
