import {
  approvalKind,
  shillingsOf,
  type Approval,
  type ApprovalFilters,
  type HandlerAnswer,
  type listApprovals as endpoint,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { countOpen, findApproval, listRows, type ApprovalRow } from './store.ts';

type Query = ApprovalFilters & { cursor?: string | undefined; limit: number };

/** One page, newest first, as one administrator sees it. */
export async function listApprovals(
  db: Db,
  { administratorId, query }: { administratorId: string; query: Query },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { cursor, limit, ...filters } = query;
  const [found, openCount] = await Promise.all([
    listRows(db, filters, { after: parseCursor(cursor), limit: limit + 1 }),
    countOpen(db),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return { approvals: shown.map((row) => describe(row, administratorId)), nextCursor, openCount };
}

/** @throws Refusal not_found */
export async function readApproval(
  db: Db,
  { approvalId, administratorId }: { approvalId: string; administratorId: string },
): Promise<Approval> {
  const row = await findApproval(db, approvalId);
  if (!row) throw new Refusal('not_found');
  return describe(row, administratorId);
}

function describe(row: ApprovalRow, administratorId: string): Approval {
  return {
    approvalId: row.id,
    kind: approvalKind.parse(row.kind),
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    summary: row.summary,
    amount: shillingsOf(row.amountCents),
    way: row.way ?? undefined,
    reason: row.reason,
    status: row.status,
    requestedBy: row.requestedByName,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.closedByName ?? undefined,
    decidedAt: row.closedAt?.toISOString(),
    decisionReason: row.closedReason || undefined,
    canApprove: row.status === 'Open' && row.requestedBy !== administratorId,
  };
}
