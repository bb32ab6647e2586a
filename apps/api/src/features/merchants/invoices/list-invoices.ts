import {
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type Invoice,
  type InvoiceFilters,
  type listInvoices as endpoint,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { csvFile, decimals, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage, unknownCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { readInvoicing } from './invoicing.ts';
import { listRecords, readFeesToInvoice, sumRecords, type InvoiceRecord, type Scope } from './store.ts';

type Page = Pick<HandlerInput<typeof endpoint>['query'], 'cursor' | 'limit'>;

const FEWEST_DIGITS = 6;

/**
 * Lists one page of all merchants' invoices for administrators.
 * @throws Refusal `validation_failed` for an invalid cursor
 */
export async function pageOfInvoices(
  db: Db,
  { cursor, limit, ...filters }: InvoiceFilters & Page,
): Promise<HandlerAnswer<typeof endpoint>> {
  const [page, { count, feeCents, vatCents }, invoicing] = await Promise.all([
    invoicesOf(db, filters, { cursor, limit }),
    sumRecords(db, filters),
    readInvoicing(db),
  ]);
  return {
    ...page,
    totals: { count, amount: shillingsOf(feeCents), vatCents: Number(vatCents) },
    toIssue: invoicing ? await monthsToIssue(db, invoicing.firstMonth) : [],
    isSetUp: invoicing !== undefined,
  };
}

/**
 * Lists one page of matching invoices, newest first.
 * @throws Refusal `validation_failed` for an invalid cursor
 */
export async function invoicesOf(
  db: Db,
  scope: Scope,
  { cursor, limit }: Page,
): Promise<{ invoices: Invoice[]; nextCursor?: string | undefined }> {
  const found = await listRecords(db, scope, { after: numberIn(cursor), limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    invoices: shown.map(describeInvoice),
    nextCursor: last && found.length > limit ? String(last.number) : undefined,
  };
}

export function describeInvoice(record: InvoiceRecord): Invoice {
  const { month, merchantCode, buyerName, feeCents, vatCents, etimsNumber } = record;
  return {
    number: nameOf(record.number),
    month,
    issuedAt: record.issuedAt.toISOString(),
    merchantCode,
    buyerName,
    amount: shillingsOf(feeCents),
    vatCents: Number(vatCents),
    netCents: Number(feeCents - vatCents),
    ...(etimsNumber !== null && { etimsNumber }),
  };
}

/** Formats an invoice number as `INV-000123`. */
export function nameOf(number: number): string {
  return `INV-${String(number).padStart(FEWEST_DIGITS, '0')}`;
}

const COLUMNS: CsvColumn<InvoiceRecord>[] = [
  ['Number', ({ number }) => nameOf(number)],
  ['Month', ({ month }) => month],
  ['Date', ({ issuedAt }) => nairobiDay(issuedAt)],
  ['Time', ({ issuedAt }) => nairobiTime(issuedAt)],
  ['Merchant code', ({ merchantCode }) => merchantCode],
  ['Merchant', ({ buyerName }) => buyerName],
  ['Without VAT (KES)', ({ feeCents, vatCents }) => decimals(feeCents - vatCents)],
  ['VAT (KES)', ({ vatCents }) => decimals(vatCents)],
  ['Amount (KES)', ({ feeCents }) => decimals(feeCents)],
  ['eTIMS number', ({ etimsNumber }) => etimsNumber ?? ''],
];

/** Writes the filtered invoices as a CSV file. */
export function invoicesCsv({ db, clock }: Pick<Deps, 'db' | 'clock'>, filters: InvoiceFilters): FileAnswer {
  const pages = eachPage<InvoiceRecord, number>(
    (page) => listRecords(db, filters, page),
    ({ number }) => number,
  );
  return csvFile(`invoices-${filters.month ?? nairobiDay(clock.now())}`, COLUMNS, pages);
}

async function monthsToIssue(db: Db, firstMonth: string): Promise<HandlerAnswer<typeof endpoint>['toIssue']> {
  const byMonth = Map.groupBy(await readFeesToInvoice(db, firstMonth), ({ month }) => month);
  return [...byMonth].map(([month, fees]) => ({
    month,
    merchants: fees.length,
    amount: shillingsOf(fees.reduce((sum, { feeCents }) => sum + feeCents, 0n)),
  }));
}

function numberIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/u.test(cursor)) return Number(cursor);
  throw unknownCursor();
}
