import type { BankColumns, ReconciliationRun, StatementAccount } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { DAY_MS, SECOND_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { hasSeparateShortCodes, type PaymentDeps } from '../../mpesa/client/index.ts';
import { compareStatement } from './compare-statement.ts';
import { readRun } from './read-run.ts';
import { findRunOfFile, type StatementBalances } from './run-store.ts';
import { readBankStatement } from './read-bank-statement.ts';
import { readStatement, type Statement } from './read-statement.ts';

type Upload = {
  account: StatementAccount;
  file: Blob;
  fileName: string;
  /** First and last day, in Nairobi, both inclusive. */
  from: string | undefined;
  to: string | undefined;
  columns: BankColumns;
  auditor: Auditor;
};

/**
 * Compares a statement downloaded from M-PESA's portal, or from the bank, with our ledger. Uploading the same file again
 * returns the same run.
 * @throws Refusal statement_unreadable, statement_columns_unknown, statement_of_another_account,
 *   statement_of_another_period
 */
export async function uploadStatement(
  deps: Pick<PaymentDeps, 'db' | 'clock' | 'mpesaShortCode' | 'mpesaPayoutShortCode'>,
  { account, file, fileName, columns, auditor, ...days }: Upload,
): Promise<ReconciliationRun> {
  const isOfBank = account === 'bank';
  const statement = await (isOfBank ? readBankStatement(file, columns) : readStatement(file));
  if (!isOfBank) checkOwner(deps, account, statement);
  const period = periodOf(statement, { ...days, isWholeDays: isOfBank });
  const id = newId();
  // A statement of today ends with its last line: M-PESA has made the file before the end of its period.
  const isUnfinished = period.to > deps.clock.now();
  const unshown = isUnfinished ? { from: period.from, to: endOfLines(statement, period.from) } : period;
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
        unshown,
        balances: balancesOf(statement, unshown.to),
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
  deps: Pick<PaymentDeps, 'mpesaShortCode' | 'mpesaPayoutShortCode'>,
  account: StatementAccount,
  statement: Statement,
): void {
  const shortCode = account === 'collection' ? deps.mpesaShortCode : deps.mpesaPayoutShortCode;
  const isAnotherCode = statement.shortCode !== undefined && statement.shortCode !== shortCode;
  // If a short code only collects, all its money belongs to collection, whatever M-PESA calls its accounts.
  const isTold = account === 'collection' && hasSeparateShortCodes(deps) && statement.shortCode === shortCode;
  const isAnotherAccount = !isTold && statement.account !== undefined && statement.account !== account;
  if (isAnotherCode || isAnotherAccount) throw new Refusal('statement_of_another_account');
}

/**
 * Returns the period that the file states; otherwise the chosen days; otherwise the time from its first line to its
 * last, in whole days for a bank, which states no times.
 */
function periodOf(
  statement: Statement,
  { isWholeDays, ...days }: Pick<Upload, 'from' | 'to'> & { isWholeDays: boolean },
): { from: Date; to: Date } {
  const moments = statement.lines.map(({ at }) => at.getTime());
  const chosen = {
    from: days.from === undefined ? undefined : beginningOfNairobiDay(days.from),
    to: days.to === undefined ? undefined : new Date(beginningOfNairobiDay(days.to).getTime() + DAY_MS),
  };
  const first = moments.reduce((earliest, at) => Math.min(earliest, at), Infinity);
  const last = moments.reduce((latest, at) => Math.max(latest, at), -Infinity);
  const lines = { from: dateOf(first), to: dateOf(last + SECOND_MS) };
  const { from: begin, to: end } = isWholeDays ? daysOf(lines) : lines;
  const from = statement.from ?? chosen.from ?? begin;
  const to = statement.to ?? chosen.to ?? end;
  if (!from || !to)
    throw new Refusal('statement_of_another_period', {}, 'Please choose the days of this statement');
  const isOutside = moments.length > 0 && (first < from.getTime() || last >= to.getTime() + 1_000);
  const isOther =
    (chosen.from && from > chosen.from) || (chosen.to && to.getTime() + 1_000 < chosen.to.getTime());
  if (from >= to || isOutside || isOther) throw new Refusal('statement_of_another_period');
  return { from, to };
}

function balancesOf({ opening, closing }: Statement, closesAt: Date): StatementBalances | undefined {
  if (opening === undefined || closing === undefined) return undefined;
  return { openingCents: opening, closingCents: closing, closesAt };
}

function endOfLines({ lines }: Statement, from: Date): Date {
  return new Date(lines.reduce((end, { at }) => Math.max(end, at.getTime() + SECOND_MS), from.getTime()));
}

function daysOf({ from, to }: { from: Date | undefined; to: Date | undefined }) {
  const beginningOf = (moment: Date) => beginningOfNairobiDay(nairobiDay(moment));
  return {
    from: from && beginningOf(from),
    to: to && new Date(beginningOf(to).getTime() + DAY_MS),
  };
}

function dateOf(ms: number): Date | undefined {
  return Number.isFinite(ms) ? new Date(ms) : undefined;
}
