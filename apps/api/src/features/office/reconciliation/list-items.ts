import type {
  HandlerAnswer,
  listReconciliationItems as endpoint,
  OpenDifferences,
  ReconciliationItem,
  ReconciliationItemFilters,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { correctionsFor } from './posting-for.ts';
import { findPaymentsOf } from './payment-store.ts';
import { findItem, listItems, sumOpen, type ItemRow, type OpenSums } from './items-list-store.ts';

type Query = ReconciliationItemFilters & { cursor?: string | undefined; limit: number };

/** Reads one page of items, newest first. */
export async function readItems(db: Db, query: Query): Promise<HandlerAnswer<typeof endpoint>> {
  const { cursor, limit, ...filters } = query;
  const rows = await listItems(db, filters, { after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(
    rows.map((row) => ({ ...row, place: { instant: row.instant, id: row.id } })),
    limit,
  );
  const totals = cursor === undefined ? describeOpen(await sumOpen(db, filters)) : undefined;
  return { items: await withPayments(db, shown), nextCursor, totals };
}

function describeOpen({ openItems, openMoreCents, openLessCents }: OpenSums): OpenDifferences {
  return { openItems, openMoreCents: Number(openMoreCents), openLessCents: Number(openLessCents) };
}

/** @throws Refusal not_found */
export async function readItem(db: Db, itemId: string): Promise<ReconciliationItem> {
  const row = await findItem(db, itemId);
  if (!row) throw new Refusal('not_found');
  const [item = describeItem(row)] = await withPayments(db, [row]);
  return item;
}

/** Adds the customers' payments that the items name. */
async function withPayments(db: Db, rows: readonly ItemRow[]): Promise<ReconciliationItem[]> {
  const payments = await findPaymentsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const payment = payments.get(row.id);
    return { ...describeItem(row), payment: payment && { ...payment, isTakenBack: row.isTakenBack } };
  });
}

const CORRECTIONS = {
  charge: 'Booked as a charge of M-PESA',
  suspense: 'Booked to suspense',
  capital: 'Booked as float of the operator',
  moved: 'Booked as moved between our accounts',
  loss: 'Booked as a loss',
} as const;

export function describeItem(row: ItemRow): ReconciliationItem {
  return {
    itemId: row.id,
    runId: row.runId,
    account: row.account,
    kind: row.kind,
    state: row.state,
    status: row.status,
    receipt: row.receipt,
    at: row.at.toISOString(),
    details: maskContacts(row.details),
    accountNumber: maskContacts(row.accountNumber),
    theirsCents: Number(row.theirsCents),
    oursCents: Number(row.oursCents),
    differenceCents: Number(row.theirsCents - row.oursCents),
    line: row.line ?? undefined,
    shownBefore:
      row.shownBeforeRunId !== null && row.shownBeforeAt !== null
        ? { runId: row.shownBeforeRunId, madeAt: row.shownBeforeAt.toISOString() }
        : undefined,
    queriedAt: row.queriedAt?.toISOString(),
    resolution: resolutionOf(row),
    closedBy: row.closedBy ?? undefined,
    closedAt: row.closedAt?.toISOString(),
    reason: row.reason ?? undefined,
    approvalId: row.approvalId ?? undefined,
    corrections: row.status === 'open' ? correctionsFor(row, row.theirsCents - row.oursCents) : [],
  };
}

function resolutionOf({ closedAs, correction }: ItemRow): string | undefined {
  if (closedAs === 'found') return 'Agrees since';
  if (closedAs === 'explained') return 'Explained';
  return correction === null ? undefined : CORRECTIONS[correction];
}
