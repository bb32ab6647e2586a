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
import { countCharges } from './expected-charges.ts';
import { findRunBefore, findRunClosing } from './run-balances-store.ts';
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
  const run = describe(row);
  const [balances, charges] = await Promise.all([balancesOf(db, row), countCharges(db, run)]);
  return { ...run, balances, charges };
}

/** The ledger has utility and working as one account, so their statements prove a balance only together. */
async function balancesOf(
  db: Db,
  { id: runId, account, from, openingCents, closingCents, closesAt }: RunRow,
): Promise<ReconciliationRun['balances']> {
  if (openingCents === null || closingCents === null || closesAt === null) return undefined;
  const other = OTHER_PAYOUT[account];
  const [before, together] = await Promise.all([
    findRunBefore(db, { runId, account, from }),
    other && findRunClosing(db, { account: other, closesAt }),
  ]);
  const isWhole = other === undefined || together !== undefined;
  const [ledger, ledgerBefore] = await Promise.all([
    isWhole ? readLedgerAtClose(db, { account, closesAt }) : undefined,
    other === undefined ? readLedgerAtClose(db, { account, closesAt: from }) : undefined,
  ]);
  return {
    openingCents: Number(openingCents),
    closingCents: Number(closingCents),
    closesAt: closesAt.toISOString(),
    ledgerCents: ledger === undefined ? undefined : Number(ledger),
    ledgerBeforeCents: ledgerBefore === undefined ? undefined : Number(ledgerBefore),
    together: together && {
      runId: together.runId,
      account: together.account,
      closingCents: Number(together.closingCents),
    },
    before: before && {
      runId: before.runId,
      closingCents: Number(before.closingCents),
      closesAt: before.closesAt.toISOString(),
    },
  };
}

const OTHER_PAYOUT: Partial<Record<StatementAccount, StatementAccount>> = {
  utility: 'working',
  working: 'utility',
};

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
