import type { AdminSettlement, adminListSettlements, adminSettlementDetail } from '@zawadi/contract';
import type { HandlerAnswer, HandlerInput } from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readShopNames, type ShopName } from '../../people/merchants/index.ts';
import { findBankFiles } from './bank-file-store.ts';
import { findOpenDecisions, type Decision } from './decision-store.ts';
import { describeSettlement } from './describe-settlement.ts';
import { listByIds, listRecords } from './list-store.ts';
import { describeAttempt, describeStep, readSettlementTimeline } from './read-settlement.ts';
import { findByBatchId, findSettlement, type SettlementKey, type SettlementRecord } from './store.ts';

/**
 * Lists one page of all merchants' batches.
 * @param input.administratorId the viewer, who may not confirm their own proposals
 */
export async function listForAdministrators(
  db: Db,
  input: { administratorId: string; query: HandlerInput<typeof adminListSettlements>['query'] },
): Promise<HandlerAnswer<typeof adminListSettlements>> {
  const { cursor, limit, merchantCode, needsAttention, bankFile, ...filters } = input.query;
  const after = parseCursor(cursor);
  const scope = { merchantCode, needsAttention, bankFile };
  const found = await listRecords(db, scope, { filters, after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  const records = shown.map(({ record }) => record);
  return { settlements: await describeAll(db, records, input.administratorId), nextCursor };
}

/** Lists the newest of these batches. Omits proposed outcomes. */
export async function listBatches(
  db: Db,
  settlementIds: readonly string[],
  limit: number,
): Promise<AdminSettlement[]> {
  const records = await listByIds(db, settlementIds, limit);
  const shops = await readShopNames(db, [...new Set(records.map(({ merchantId }) => merchantId))]);
  return records.map((record) => describeBatch(record, shops.get(record.merchantId)));
}

/** Reads one batch with its attempts and activities. @throws Refusal not_found */
export async function readForAdministrators(
  db: Db,
  input: { administratorId: string; batchId: string },
): Promise<HandlerAnswer<typeof adminSettlementDetail>> {
  const record = await requireBatch(db, input.batchId);
  const { attempts, activities } = await readSettlementTimeline(db, record);
  return {
    settlement: await describe(db, record, input.administratorId),
    attempts: attempts.map((attempt) => ({
      ...describeAttempt(attempt),
      resultCode: attempt.resultCode ?? undefined,
      conversationId: attempt.conversationId ?? undefined,
    })),
    steps: activities.map((activity) => describeStep(activity, record)),
  };
}

/**
 * Finds a batch of any merchant.
 * @throws Refusal not_found
 */
export async function requireBatch(db: Db, batchId: string): Promise<SettlementRecord> {
  const record = await findByBatchId(db, batchId);
  if (!record) throw new Refusal('not_found');
  return record;
}

/** Reads a batch again after an action. */
export async function readAgain(
  db: Db,
  key: SettlementKey,
  administratorId: string,
): Promise<AdminSettlement> {
  const record = await findSettlement(db, key);
  if (!record) throw new Refusal('not_found');
  return describe(db, record, administratorId);
}

async function describe(db: Db, record: SettlementRecord, administratorId: string): Promise<AdminSettlement> {
  const [settlement] = await describeAll(db, [record], administratorId);
  if (!settlement) throw new Error('a batch has no description');
  return settlement;
}

async function describeAll(
  db: Db,
  records: readonly SettlementRecord[],
  administratorId: string,
): Promise<AdminSettlement[]> {
  const keys = records.map(({ merchantId, id: settlementId }) => ({ merchantId, settlementId }));
  const [shops, decisions, files] = await Promise.all([
    readShopNames(db, [...new Set(keys.map(({ merchantId }) => merchantId))]),
    findOpenDecisions(db, keys),
    findBankFiles(
      db,
      records.flatMap(({ attemptId }) => attemptId ?? []),
    ),
  ]);
  return records.map((record) => {
    const decision = decisions.get(record.id);
    return {
      ...describeBatch(record, shops.get(record.merchantId)),
      openDecision: decision && describeDecision(decision, administratorId),
      bankFile: files.get(record.attemptId ?? ''),
    };
  });
}

function describeBatch(record: SettlementRecord, shop: ShopName | undefined): AdminSettlement {
  return {
    ...describeSettlement(record),
    settlementId: record.id,
    merchantCode: shop?.merchantCode ?? '',
    businessName: shop?.businessName ?? '',
    method: record.method,
    needsApproval: record.status === 'PENDING' && record.needsApproval,
    nextAttemptAt: record.nextAttemptAt?.toISOString(),
    isFrozen: shop?.status === 'SUSPENDED',
  };
}

function describeDecision(decision: Decision, administratorId: string): AdminSettlement['openDecision'] {
  return {
    outcome: decision.outcome,
    reference: decision.reference ?? undefined,
    reason: decision.reason ?? undefined,
    proposedBy: decision.proposedByName,
    proposedAt: decision.proposedAt.toISOString(),
    canConfirm: decision.proposedBy !== administratorId,
  };
}
