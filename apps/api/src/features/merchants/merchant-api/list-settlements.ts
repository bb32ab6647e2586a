import type {
  HandlerAnswer,
  HandlerInput,
  listSettlementsByMachine,
  readSettlementByMachine,
  Settlement,
  SettlementObject,
  SettlementStatus,
} from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findBatch, listSettlementsFor } from '../settlements/index.ts';

type Input = {
  merchantId: string;
  query: HandlerInput<typeof listSettlementsByMachine>['query'];
};

const PORTAL_WORD = {
  PENDING: 'Pending',
  PROCESSING: 'Processing',
  COMPLETED: 'Completed',
  CANCELED: 'Canceled',
} as const satisfies Record<SettlementObject['status'], SettlementStatus>;

const API_WORD = {
  Pending: 'PENDING',
  Processing: 'PROCESSING',
  Completed: 'COMPLETED',
  Canceled: 'CANCELED',
} as const satisfies Record<SettlementStatus, SettlementObject['status']>;

/**
 * Lists one page of a merchant's settlements, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listSettlements(
  db: Db,
  { merchantId, query }: Input,
): Promise<HandlerAnswer<typeof listSettlementsByMachine>> {
  const { settlements, nextCursor } = await listSettlementsFor(db, {
    merchantId,
    limit: query.limit,
    cursor: query.cursor,
    from: query['created[gte]'],
    to: query['created[lte]'],
    status: query.status && PORTAL_WORD[query.status],
  });
  return {
    object: 'list',
    data: settlements.map(describe),
    has_more: nextCursor !== undefined,
    next_cursor: nextCursor ?? null,
  };
}

/**
 * Reads one settlement of a merchant with the parts of its amount.
 * @throws Refusal settlement_not_found
 */
export async function readSettlement(
  db: Db,
  named: { merchantId: string; id: string },
): Promise<HandlerAnswer<typeof readSettlementByMachine>> {
  const found = await findBatch(db, { merchantId: named.merchantId, batchId: named.id });
  if (!found) throw new Refusal('settlement_not_found');
  return {
    ...describe(found.settlement),
    breakdown: found.parts.map(({ kind: type, count, amount }) => ({ type, count, amount })),
  };
}

function describe(settlement: Settlement): SettlementObject {
  return {
    id: settlement.batchId,
    object: 'settlement',
    status: API_WORD[settlement.status],
    amount: settlement.amount,
    fee: settlement.processingFee,
    net: settlement.netAmount,
    currency: 'KES',
    channel: settlement.payoutChannel,
    ...(settlement.reference !== undefined && { reference: settlement.reference }),
    transaction_count: settlement.transactionCount,
    created: settlement.date,
    ...(settlement.completedAt !== undefined && { completed_at: settlement.completedAt }),
  };
}
