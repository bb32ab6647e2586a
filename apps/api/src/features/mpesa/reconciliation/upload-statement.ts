import type { ReconciliationRun, StatementAccount } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../control/audit/index.ts';
import type { PaymentDeps } from '../client/index.ts';
import { compareStatement } from './compare-statement.ts';
import { readRun } from './read-run.ts';
import { readStatement, type Statement } from './read-statement.ts';
import { findRunOfFile } from './run-store.ts';

type Upload = {
  account: StatementAccount;
  file: Blob;
  fileName: string;
  /** Nairobi days, both inclusive. */
  from: string | undefined;
  to: string | undefined;
  auditor: Auditor;
};

/**
 * Compares a statement that somebody downloaded from M-PESA's portal with our ledger. The same file again is the same run.
 * @throws Refusal statement_unreadable, statement_of_another_account, statement_of_another_period
 */
export async function uploadStatement(
  deps: Pick<PaymentDeps, 'db' | 'mpesaShortCode'>,
  { account, file, fileName, auditor, ...days }: Upload,
): Promise<ReconciliationRun> {
  const statement = await readStatement(file);
  checkOwner(deps, account, statement);
  const period = periodOf(statement, days);
  const id = newId();
  const isNew = await inTransaction(deps.db, (tx) =>
    compareStatement(
      tx,
      {
        id,
        account,
        source: 'upload',
        fileName,
        fileHash: statement.hash,
        ...period,
        unshownSince: period.from,
        repeatedLines: statement.repeatedLines,
        uncompletedLines: statement.uncompletedLines,
        statementLines: statement.lines,
      },
      auditor,
    ),
  );
  const runId = isNew ? id : await findRunOfFile(deps.db, { account, hash: statement.hash });
  return readRun(deps.db, runId ?? id);
}

function checkOwner(
  { mpesaShortCode }: Pick<PaymentDeps, 'mpesaShortCode'>,
  account: StatementAccount,
  statement: Statement,
): void {
  const isAnotherCode = statement.shortCode !== undefined && statement.shortCode !== mpesaShortCode;
  const isAnotherAccount = statement.account !== undefined && statement.account !== account;
  if (isAnotherCode || isAnotherAccount) throw new Refusal('statement_of_another_account');
}

/** What the file says it covers, else the days that were chosen, else from its first line to its last. */
function periodOf(statement: Statement, days: Pick<Upload, 'from' | 'to'>): { from: Date; to: Date } {
  const moments = statement.lines.map(({ at }) => at.getTime());
  const chosen = {
    from: days.from === undefined ? undefined : beginningOfNairobiDay(days.from),
    to: days.to === undefined ? undefined : new Date(beginningOfNairobiDay(days.to).getTime() + DAY_MS),
  };
  const first = moments.reduce((earliest, at) => Math.min(earliest, at), Infinity);
  const last = moments.reduce((latest, at) => Math.max(latest, at), -Infinity);
  const from = statement.from ?? chosen.from ?? dateOf(first);
  const to = statement.to ?? chosen.to ?? dateOf(last + 1_000);
  if (!from || !to)
    throw new Refusal('statement_of_another_period', {}, 'Please choose the days of this statement');
  const isOutside = moments.length > 0 && (first < from.getTime() || last >= to.getTime() + 1_000);
  const isOther =
    (chosen.from && from > chosen.from) || (chosen.to && to.getTime() + 1_000 < chosen.to.getTime());
  if (from >= to || isOutside || isOther) throw new Refusal('statement_of_another_period');
  return { from, to };
}

function dateOf(ms: number): Date | undefined {
  return Number.isFinite(ms) ? new Date(ms) : undefined;
}
