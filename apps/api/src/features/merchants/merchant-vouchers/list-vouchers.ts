import {
  MOST_COUNTED,
  shillingsOf,
  shortReference,
  type HandlerAnswer,
  type HandlerInput,
  type merchantVouchers as endpoint,
  type MerchantVoucher,
  type MerchantVoucherFilters,
} from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import type { Deps } from '../../../config/deps.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage, pageOf, parseCursor, type Place } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { account } from '../../services/postings/index.ts';
import { describeVoucher } from './describe-voucher.ts';
import { countIssued, listIssued, readOutstanding, type Filters, type IssuedVoucher } from './store.ts';

type Answer = HandlerAnswer<typeof endpoint>;
type Input = { merchantId: string; query: HandlerInput<typeof endpoint>['query'] };

const COLUMNS: CsvColumn<MerchantVoucher>[] = [
  ['Date', ({ createdAt }) => nairobiDay(new Date(createdAt))],
  ['Voucher', ({ voucherId }) => shortReference(voucherId)],
  ['Code ends in', ({ codeLastFour }) => codeLastFour],
  ['Your reference', ({ reference }) => reference],
  ['Recipient', ({ recipientName }) => recipientName],
  ['Phone', ({ phone }) => phone],
  ['Status', ({ status }) => status],
  ['Value (KES)', ({ value }) => value],
  ['Left (KES)', ({ balance }) => balance],
  ['Expires', ({ expiresAt }) => nairobiDay(new Date(expiresAt))],
  ['Made by', ({ createdBy }) => createdBy],
  ['Id', ({ voucherId }) => voucherId],
];

/**
 * Lists one page of the vouchers that a merchant has issued. Only the first page has totals. Every page costs the
 * same, however far back.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listVouchers(db: Db, { merchantId, query }: Input): Promise<Answer> {
  const { cursor, limit, ...narrowed } = query;
  const after = parseCursor(cursor);
  const whose = { merchantId, filters: filtersOf(narrowed) };
  const [page, totals] = await Promise.all([
    issuedPage(db, whose, { after, limit }),
    after ? undefined : readTotals(db, whose),
  ]);
  return { vouchers: page.shown.map(describeVoucher), nextCursor: page.nextCursor, totals };
}

/** Reads one page of rows, with the cursor for the next page. */
export async function issuedPage(
  db: Db,
  whose: { merchantId: string; filters: Filters },
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<{ shown: IssuedVoucher[]; nextCursor: string | undefined }> {
  const found = await listIssued(db, whose, { after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(
    found.map((row) => ({ row, place: placeOf(row) })),
    limit,
  );
  return { shown: shown.map(({ row }) => row), nextCursor };
}

async function readTotals(
  db: Db,
  whose: { merchantId: string; filters: Filters },
): Promise<NonNullable<Answer['totals']>> {
  const { merchantId } = whose;
  const [found, outstanding, availableCents] = await Promise.all([
    countIssued(db, whose),
    readOutstanding(db, merchantId),
    readBalance(db, { account: account.merchant(merchantId) }),
  ]);
  return {
    count: Math.min(found, MOST_COUNTED),
    isMore: found > MOST_COUNTED,
    outstanding: shillingsOf(outstanding.cents),
    open: outstanding.count,
    available: shillingsOf(availableCents),
  };
}

/** Writes all matching vouchers as a CSV file. */
export function vouchersCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, filters }: { merchantId: string; filters: MerchantVoucherFilters },
): FileAnswer {
  async function* pages(): AsyncGenerator<MerchantVoucher[]> {
    const whose = { merchantId, filters: filtersOf(filters) };
    const rows = eachPage((page) => listIssued(db, whose, page), placeOf);
    for await (const page of rows) yield page.map(describeVoucher);
  }
  return csvFile(`vouchers-${nairobiDay(clock.now())}`, COLUMNS, pages());
}

function placeOf({ instant, id }: IssuedVoucher): Place {
  return { instant, id };
}

function filtersOf({ search, status, from, to }: MerchantVoucherFilters): Filters {
  return {
    search,
    status,
    from: from === undefined ? undefined : beginningOfNairobiDay(from),
    to: to === undefined ? undefined : new Date(beginningOfNairobiDay(to).getTime() + DAY_MS - 1),
  };
}
