import {
  approvalKind,
  shillingsOf,
  administratorRoles,
  type Approval,
  type ApprovalFilters,
  type HandlerAnswer,
  type listApprovals as endpoint,
  type AdministratorRole,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Approvable } from './approval-action.ts';
import { findRelated } from './approvers-store.ts';
import { countOpen, findApproval, listRows, type ApprovalRow } from './store.ts';

type Query = ApprovalFilters & { cursor?: string | undefined; limit: number };

/** Name shown as requester of a request that the product opened, until an administrator approves the request. */
export const THE_SHOP = 'The shop';

/** The administrator who reads requests. Determines which requests are shown as decidable. */
export type Viewer = { administratorId: string; staffRole: AdministratorRole };

type ListDeps = { db: Db; actions: readonly Approvable[] };

/** Lists one page of requests, newest first, as one administrator sees them. */
export async function listApprovals(
  { db, actions }: ListDeps,
  { viewer, query }: { viewer: Viewer; query: Query },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { cursor, limit, ...filters } = query;
  const [found, open, related] = await Promise.all([
    listRows(db, filters, { after: parseCursor(cursor), limit: limit + 1 }),
    countOpen(db),
    findRelated(db, viewer.administratorId),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return {
    approvals: shown.map((row) => describe(row, obstacleOf(row, { viewer, related, actions }))),
    nextCursor,
    openCount: open.count,
    oldestOpenAt: open.oldestAt?.toISOString(),
  };
}

/** @throws Refusal not_found */
export async function readOne(
  { db, actions }: ListDeps,
  { approvalId, viewer }: { approvalId: string; viewer: Viewer },
): Promise<Approval> {
  const row = await findApproval(db, approvalId);
  if (!row) throw new Refusal('not_found');
  const related = await findRelated(db, viewer.administratorId);
  return describe(row, obstacleOf(row, { viewer, related, actions }));
}

/**
 * Returns why the viewer may not approve a request, by the same rules as the approval itself. So the screen offers no
 * action that would be refused.
 */
function obstacleOf(
  { status, requestedBy, kind }: ApprovalRow,
  {
    viewer,
    related,
    actions,
  }: { viewer: Viewer; related: ReadonlySet<string>; actions: ListDeps['actions'] },
): Approval['obstacle'] {
  if (status !== 'Open') return undefined;
  if (requestedBy === viewer.administratorId) return 'own';
  const roles: readonly AdministratorRole[] =
    actions.find((one) => one.kind === kind)?.roles ?? administratorRoles.money;
  if (!roles.includes(viewer.staffRole)) return 'role';
  return requestedBy !== null && related.has(requestedBy) ? 'let-in' : undefined;
}

function describe(row: ApprovalRow, obstacle: Approval['obstacle']): Approval {
  const { because, fromCents, doneAloneCents } = row;
  return {
    approvalId: row.id,
    kind: approvalKind.parse(row.kind),
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    merchantCode: row.merchantCode ?? undefined,
    summary: row.summary,
    amount: shillingsOf(row.amountCents),
    way: row.way ?? undefined,
    rule:
      because === null
        ? undefined
        : {
            needsTwo: true,
            because,
            from: shillingsOf(fromCents ?? 0n),
            doneAlone: shillingsOf(doneAloneCents ?? 0n),
          },
    reason: row.reason,
    status: row.status,
    requestedBy: row.requestedByName ?? THE_SHOP,
    approvalsNeeded: row.requestedBy === null ? 2 : 1,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString(),
    decidedBy: row.closedByName ?? undefined,
    decidedAt: row.closedAt?.toISOString(),
    decisionReason: row.closedReason || undefined,
    canApprove: row.status === 'Open' && obstacle === undefined,
    obstacle,
  };
}
