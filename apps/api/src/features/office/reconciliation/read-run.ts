import {
  type HandlerAnswer,
  type listReconciliationRuns as endpoint,
  type ReconciliationRun,
  type StatementAccount,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readLedgerAtClose } from './closing-balance-store.ts';
import { findRun, listRuns, type RunRow } from './run-store.ts';

/** Reads one page of runs, newest first. */
export async function readRuns(
  db: Db,
  query: { account?: StatementAccount | undefined; cursor?: string | undefined; limit: number },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { account, cursor, limit } = query;
  const found = await listRuns(db, { account, after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { runs: shown.map(describe), nextCursor };
}

/** @throws Refusal not_found */
export async function readRun(db: Db, runId: string): Promise<ReconciliationRun> {
  const row = await findRun(db, runId);
  if (!row) throw new Refusal('not_found');
  return { ...describe(row), balances: await balancesOf(db, row) };
}

/** The ledger has utility and working as one account, so one of their statements proves no balance. */
async function balancesOf(
  db: Db,
  { account, openingCents, closingCents, closesAt }: RunRow,
): Promise<ReconciliationRun['balances']> {
  if (openingCents === null || closingCents === null || closesAt === null) return undefined;
  const isOwn = account !== 'utility' && account !== 'working';
  return {
    openingCents: Number(openingCents),
    closingCents: Number(closingCents),
    closesAt: closesAt.toISOString(),
    ledgerCents: isOwn ? Number(await readLedgerAtClose(db, { account, closesAt })) : undefined,
  };
}

function describe(row: RunRow): ReconciliationRun {
  const { missing_here = 0, missing_there = 0, amount_differs = 0, no_longer_there = 0 } = row.differing;
  const matched = row.items - missing_here - missing_there - amount_differs - no_longer_there;
  return {
    runId: row.id,
    account: row.account,
    source: row.source,
    fileName: row.fileName,
    fileHash: row.fileHash,
    from: row.from.toISOString(),
    to: row.to.toISOString(),
    madeBy: row.madeBy,
    madeAt: row.madeAt.toISOString(),
    lines: row.lines,
    repeatedLines: row.repeatedLines,
    uncompletedLines: row.uncompletedLines,
    paidInCents: Number(row.paidInCents),
    withdrawnCents: Number(row.withdrawnCents),
    items: { matched, missing_here, missing_there, amount_differs, no_longer_there },
    openItems: row.openItems,
    openMoreCents: Number(row.openMoreCents),
    openLessCents: Number(row.openLessCents),
  };
}
