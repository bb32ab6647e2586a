import type { AdminSettlement, adminListSettlements, adminSettlementDetail } from '@zawadi/contract';
import type { HandlerAnswer, HandlerInput } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../platform/cursor.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readMerchant } from '../merchants/index.ts';
import { findOpenDecision } from './decision-store.ts';
import { describeSettlement } from './describe-settlement.ts';
import { listRecords } from './list-store.ts';
import { describeAttempt, describeStep, readLife } from './read-settlement.ts';
import { findByBatchId, findSettlement, type SettlementKey, type SettlementRecord } from './store.ts';

/** One page of all merchants' batches. @param input.staffId who looks, and may not confirm what they said themselves */
export async function listForAdministrators(
  db: Db,
  input: { staffId: string; query: HandlerInput<typeof adminListSettlements>['query'] },
): Promise<HandlerAnswer<typeof adminListSettlements>> {
  const { cursor, limit, merchantCode, needsAttention, ...filters } = input.query;
  const after = parseCursor(cursor);
  const scope = { merchantCode, needsAttention };
  const found = await listRecords(db, scope, { filters, after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  const settlements = await Promise.all(shown.map(({ record }) => describe(db, record, input.staffId)));
  return { settlements, nextCursor };
}

/** One batch with all that was tried and said. @throws Refusal not_found */
export async function readForAdministrators(
  db: Db,
  input: { staffId: string; batchId: string },
): Promise<HandlerAnswer<typeof adminSettlementDetail>> {
  const record = await requireBatch(db, input.batchId);
  const { attempts, activities } = await readLife(db, record);
  return {
    settlement: await describe(db, record, input.staffId),
    attempts: attempts.map((attempt) => ({
      ...describeAttempt(attempt),
      resultCode: attempt.resultCode ?? undefined,
      conversationId: attempt.conversationId ?? undefined,
    })),
    steps: activities.map((activity) => describeStep(activity, record)),
  };
}

/** @throws Refusal not_found */
export async function requireBatch(db: Db, batchId: string): Promise<SettlementRecord> {
  const record = await findByBatchId(db, batchId);
  if (!record) throw new Refusal('not_found');
  return record;
}

/** The batch as it stands after something was done to it. */
export async function readAgain(db: Db, key: SettlementKey, staffId: string): Promise<AdminSettlement> {
  const record = await findSettlement(db, key);
  if (!record) throw new Refusal('not_found');
  return describe(db, record, staffId);
}

async function describe(db: Db, record: SettlementRecord, staffId: string): Promise<AdminSettlement> {
  const key = { merchantId: record.merchantId, settlementId: record.id };
  const [merchant, decision] = await Promise.all([
    readMerchant(db, record.merchantId),
    findOpenDecision(db, key),
  ]);
  return {
    ...describeSettlement(record),
    merchantCode: merchant?.merchantCode ?? '',
    businessName: merchant?.businessName ?? '',
    method: record.method,
    needsApproval: record.status === 'PENDING' && record.needsApproval,
    nextAttemptAt: record.nextAttemptAt?.toISOString(),
    isFrozen: merchant?.status === 'SUSPENDED',
    openDecision: decision && {
      outcome: decision.outcome,
      reference: decision.reference ?? undefined,
      reason: decision.reason ?? undefined,
      proposedBy: decision.proposedByName,
      proposedAt: decision.proposedAt.toISOString(),
      canConfirm: decision.proposedBy !== staffId,
    },
  };
}
