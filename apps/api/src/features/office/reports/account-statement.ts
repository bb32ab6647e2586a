import type { accountStatement, HandlerAnswer, ReportPeriod, StatementLine } from '@zawadi/contract';
import {
  balanceOn,
  findAccount,
  statement,
  sumOfPeriod,
  type FoundAccount,
  type StatementEntry,
} from '../../../ledger/index.ts';
import { csvFile, decimals } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { beginningOfNairobiDay, nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { daysOf } from './period.ts';
import { readDailyTotals, readTotals } from './totals-store.ts';
import { changeOf, FIRST_DAY, sidesOf } from './trial-balance.ts';

type Asked = ReportPeriod & { account: string };
type Page = { cursor?: string | undefined; limit: number };
type Balances = { openingCents: bigint; closingCents: bigint; debitCents: bigint; creditCents: bigint };

const CSV_PAGE_LINES = 1_000;

/**
 * Reads the statement of one ledger account in a period, newest first. Has one line per transfer. If the kind has one
 * account per user or merchant, the statement of the whole kind has one line per day.
 * @throws Refusal `not_found` for an unknown account, `period_invalid`, `validation_failed` for an invalid cursor
 */
export async function readStatement(
  db: Db,
  { cursor, limit, ...asked }: Asked & Page,
): Promise<HandlerAnswer<typeof accountStatement>> {
  daysOf(asked);
  const found = await requireAccount(db, asked.account);
  const balances = await readBalances(db, found, asked);
  const { lines, nextCursor } = found.isKindOfMany
    ? { lines: await linesByDay(db, asked), nextCursor: undefined }
    : await pageOfLines(db, found, { ...asked, cursor, limit });
  const newerCents = cursor === undefined ? 0n : await sumSince(db, found, asked, cursor);
  const beforeCents = balances.closingCents - newerCents - changeOfLines(lines, found.side);
  return {
    account: found.account,
    side: found.side,
    isByDay: found.isKindOfMany,
    opening: Number(balances.openingCents),
    closing: Number(balances.closingCents),
    debit: Number(balances.debitCents),
    credit: Number(balances.creditCents),
    lines: withBalances(lines, found.side, beforeCents).toReversed(),
    nextCursor,
  };
}

/** Sums the lines of a period that are on the pages before this cursor. */
async function sumSince(
  db: Db,
  { account, side }: FoundAccount,
  period: ReportPeriod,
  notBefore: string,
): Promise<bigint> {
  const { debitCents, creditCents } = await sumOfPeriod(db, account, { ...boundsOf(period), notBefore });
  return side === 'debit' ? debitCents - creditCents : creditCents - debitCents;
}

/**
 * Exports a statement as CSV, oldest line first, from the opening to the closing balance, with the balance after each
 * line.
 * @throws Refusal `not_found`, `period_invalid`
 */
export async function statementCsv(db: Db, asked: Asked): Promise<FileAnswer> {
  daysOf(asked);
  const found = await requireAccount(db, asked.account);
  const { openingCents, closingCents } = await readBalances(db, found, asked);
  async function* pages(): AsyncGenerator<Row[]> {
    let balance = openingCents;
    yield [{ day: asked.from, event: 'opening balance', balanceCents: balance }];
    for await (const lines of linesOldestFirst(db, found, asked)) {
      yield withBalances(lines, found.side, balance).map((line) => ({
        ...line,
        amountCents: BigInt(line.amount),
        balanceCents: BigInt(line.balance),
      }));
      balance += changeOfLines(lines, found.side);
    }
    yield [{ day: asked.to, event: 'closing balance', balanceCents: closingCents }];
  }
  const name = `${asked.account.replaceAll(':', '-')}-${asked.from}-to-${asked.to}`;
  return csvFile(
    name,
    [
      ['Day', ({ day }) => day],
      ['Time', ({ at }) => (at === undefined ? '' : nairobiTime(new Date(at)))],
      ['Event', ({ event }) => event],
      ['Other account', ({ other }) => other],
      ['Reference', ({ reference }) => reference],
      ['Transfers', ({ transfers }) => transfers],
      ['Debit KES', (row) => (row.side === 'debit' ? decimals(row.amountCents) : '')],
      ['Credit KES', (row) => (row.side === 'credit' ? decimals(row.amountCents) : '')],
      ['Balance KES', ({ balanceCents }) => decimals(balanceCents)],
      ['Transfer ID', ({ transferId }) => transferId],
    ],
    pages(),
  );
}

type Line = Omit<StatementLine, 'balance'>;

/** Adds the balance after each line. Expects and returns the oldest line first. */
function withBalances(lines: Line[], side: 'debit' | 'credit', openingCents: bigint): StatementLine[] {
  let balanceCents = openingCents;
  return lines.map((line) => {
    balanceCents += changeOfLine(line, side);
    return { ...line, balance: Number(balanceCents) };
  });
}

function changeOfLines(lines: Line[], side: 'debit' | 'credit'): bigint {
  return lines.reduce((sum, line) => sum + changeOfLine(line, side), 0n);
}

function changeOfLine(line: Line, side: 'debit' | 'credit'): bigint {
  return BigInt(line.side === side ? line.amount : -line.amount);
}

type Row = Partial<Omit<StatementLine, 'day' | 'event'>> &
  Pick<StatementLine, 'day' | 'event'> & { amountCents?: bigint; balanceCents: bigint };

async function requireAccount(db: Db, account: string): Promise<FoundAccount> {
  const found = await findAccount(db, account);
  if (!found) throw new Refusal('not_found');
  return found;
}

/**
 * Reads opening and closing balances. An account that all customers share has daily totals. The account of one owner
 * has so few entries that they are summed here.
 */
async function readBalances(db: Db, found: FoundAccount, { from, to }: ReportPeriod): Promise<Balances> {
  if (found.homeId === undefined) {
    const [before, during] = await Promise.all([
      readTotals(db, { from: FIRST_DAY, to: dayBefore(from) }),
      readTotals(db, { from, to }),
    ]);
    return closed(changeOf(before, found.account, found.side), sidesOf(during, found.account), found.side);
  }
  const { homeId, account, side } = found;
  const [openingCents, sides] = await Promise.all([
    balanceOn(db, { homeId, account }, beginningOfNairobiDay(from)),
    sumOfPeriod(db, account, boundsOf({ from, to })),
  ]);
  return closed(openingCents, sides, side);
}

function closed(
  openingCents: bigint,
  { debitCents, creditCents }: { debitCents: bigint; creditCents: bigint },
  side: 'debit' | 'credit',
): Balances {
  const changeCents = side === 'debit' ? debitCents - creditCents : creditCents - debitCents;
  return { openingCents, closingCents: openingCents + changeCents, debitCents, creditCents };
}

async function* linesOldestFirst(db: Db, found: FoundAccount, asked: Asked): AsyncGenerator<Line[]> {
  if (found.isKindOfMany) {
    yield await linesByDay(db, asked);
    return;
  }
  let cursor: string | undefined;
  do {
    const page = await pageOfLines(db, found, {
      ...asked,
      cursor,
      limit: CSV_PAGE_LINES,
      isOldestFirst: true,
    });
    yield page.lines;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** Returns the lines of a page, oldest first, of a list that is in either order. */
async function pageOfLines(
  db: Db,
  found: FoundAccount,
  { cursor, limit, isOldestFirst = false, ...period }: ReportPeriod & Page & { isOldestFirst?: boolean },
): Promise<{ lines: Line[]; nextCursor: string | undefined }> {
  const { account, homeId, side } = found;
  const ref = homeId === undefined ? { account } : { account, homeId };
  try {
    const page = await statement(db, ref, {
      ...boundsOf(period),
      ...(cursor !== undefined && { before: cursor }),
      limit,
      isOldestFirst,
    });
    const lines = page.entries.map((entry) => lineOf(entry, side));
    return { lines: isOldestFirst ? lines : lines.toReversed(), nextCursor: page.nextCursor };
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('validation_failed');
    throw error;
  }
}

function lineOf(entry: StatementEntry, side: 'debit' | 'credit'): Line {
  const { id, counterAccount, changeCents, kind, reference, postedAt } = entry;
  const other = side === 'debit' ? 'credit' : 'debit';
  return {
    transferId: id,
    day: nairobiDay(postedAt),
    at: postedAt.toISOString(),
    event: kind,
    other: counterAccount,
    reference,
    transfers: 1,
    side: changeCents > 0n ? side : other,
    amount: Number(changeCents > 0n ? changeCents : -changeCents),
  };
}

/** Reads the lines of each day, by event. Transfers between two accounts of the same kind appear on both sides. */
async function linesByDay(db: Db, { account, ...period }: Asked): Promise<Line[]> {
  const totals = await readDailyTotals(db, period);
  return totals.flatMap(({ day, kind, debit, credit, transfers, amountCents }) => {
    const line = { day, event: kind, transfers, amount: Number(amountCents) };
    return [
      ...(debit === account ? [{ ...line, side: 'debit' as const, other: credit }] : []),
      ...(credit === account ? [{ ...line, side: 'credit' as const, other: debit }] : []),
    ];
  });
}

function boundsOf({ from, to }: ReportPeriod): { from: Date; until: Date } {
  return {
    from: beginningOfNairobiDay(from),
    until: new Date(beginningOfNairobiDay(to).getTime() + DAY_MS),
  };
}

function dayBefore(day: string): string {
  return nairobiDay(new Date(beginningOfNairobiDay(day).getTime() - DAY_MS));
}
