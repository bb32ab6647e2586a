import type { ReportName, ReportPeriod } from '@zawadi/contract';
import { csvFile, decimals, type CsvColumn } from '../../../platform/csv.ts';
import type { Deps } from '../../../config/deps.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import type { Db } from '../../../platform/db/database.ts';
import { onPaper, periodOnPaper, signedKes, tableDocument, type Column } from '../../money/receipts/index.ts';
import { owedTo, readLiability, readWallets } from './owed.ts';
import { trialBalanceOn } from './trial-balance.ts';
import { readExpiries, readFees, readMerchants, readVolume } from './read-reports.ts';

/** A cell is a word, a count, or an amount in shillings. */
type Cell = string | number | { kes: number } | { cents: bigint };

/** A report as rows, for a file. */
type Table = {
  title: string;
  headings: string[];
  rows: Cell[][];
  /** Sums above the rows. */
  summary: [label: string, value: Cell][];
};

const kes = (amount: number) => ({ kes: amount });

const TABLES: Record<ReportName, (db: Db, period: ReportPeriod) => Promise<Table>> = {
  volume: volumeTable,
  fees: feesTable,
  liability: liabilityTable,
  expiries: expiriesTable,
  wallets: walletsTable,
  merchants: merchantsTable,
  owed: owedTable,
  'trial-balance': trialBalanceTable,
};

type FileDeps = Pick<Deps, 'db' | 'clock' | 'log'>;
type Wanted = ReportPeriod & { report: ReportName };

/** Reports of the present state, which take no period; the trial balance is of the end of the last day. */
const OF_NOW: ReadonlySet<ReportName> = new Set(['liability', 'wallets', 'owed']);

/** @throws Refusal `period_invalid` */
export async function reportCsv({ db, clock }: FileDeps, { report, ...period }: Wanted): Promise<FileAnswer> {
  const { headings, rows } = await readTable(db, report, period);
  const columns = headings.map((heading, index): CsvColumn<Table['rows'][number]> => [
    heading,
    (row) => textOf(row[index] ?? '', 'plain'),
  ]);
  const when = OF_NOW.has(report) ? nairobiDay(clock.now()) : daysIn(report, period);
  return csvFile(`${report}-${when}`, columns, [rows]);
}

/** @throws Refusal `period_invalid` */
export async function reportPdf(deps: FileDeps, { report, ...period }: Wanted): Promise<FileAnswer> {
  const table = await readTable(deps.db, report, period);
  const today = nairobiDay(deps.clock.now());
  const when = periodOnPaper(daysOfPaper(report, period, today));
  const { title, headings, rows, summary } = report === 'volume' ? withoutCounts(table) : table;
  return new FileAnswer({
    contentType: 'application/pdf',
    fileName: `${report}-${OF_NOW.has(report) ? today : daysIn(report, period)}.pdf`,
    content: tableDocument(deps, {
      title: ['Report', when],
      name: title,
      subtitle: '',
      facts: summary.map(([label, value]) => [label, textOf(value, 'shown')]),
      columns: headings.map((heading, index) => columnOf(heading, index, rows)),
      pages: [rows],
    }),
  });
}

/** As a part of a file's name. */
function daysIn(report: ReportName, { from, to }: ReportPeriod): string {
  return report === 'trial-balance' ? to : `${from}-to-${to}`;
}

function daysOfPaper(report: ReportName, period: ReportPeriod, today: string): ReportPeriod {
  if (OF_NOW.has(report)) return { from: today, to: today };
  return report === 'trial-balance' ? { from: period.to, to: period.to } : period;
}

/** Figures stand under each other, at the right edge of their column. */
function columnOf(heading: string, index: number, rows: Table['rows']): Column<Table['rows'][number]> {
  const isOfFigures = rows.some((row) => typeof row[index] !== 'string');
  return {
    heading,
    text: (row) => textOf(row[index] ?? '', 'shown'),
    ...(isOfFigures && { align: 'right' }),
    ...(heading === 'Account' && { share: 0.4 }),
  };
}

const DAY = /^\d{4}-\d\d-\d\d$/u;

/** Thirteen columns fit on no page. */
function withoutCounts(table: Table): Table {
  const isShown = (index: number) => index === 0 || index % 2 === 0;
  const names = table.headings.map((heading, index) => table.headings[index - 1] ?? heading);
  return {
    ...table,
    headings: names.filter((_, index) => isShown(index)),
    rows: table.rows.map((row) => row.filter((_, index) => isShown(index))),
  };
}

/** @throws Refusal `period_invalid` */
function readTable(db: Db, report: ReportName, period: ReportPeriod): Promise<Table> {
  return TABLES[report](db, period);
}

/** An amount as a spreadsheet wants it, or as people do. */
function textOf(cell: Cell, style: 'plain' | 'shown'): string {
  if (typeof cell === 'object') return style === 'plain' ? plainAmount(cell) : shownAmount(cell);
  if (style === 'plain') return String(cell);
  if (typeof cell === 'number') return cell.toLocaleString('en-KE');
  return DAY.test(cell) ? onPaper(beginningOfNairobiDay(cell), 'day') : cell;
}

type Amount = Exclude<Cell, string | number>;

function plainAmount(cell: Amount): string {
  return 'cents' in cell ? decimals(cell.cents) : String(cell.kes);
}

function shownAmount(cell: Amount): string {
  if ('kes' in cell) return signedKes(cell.kes);
  const size = Math.abs(Number(cell.cents) / 100).toLocaleString('en-KE', { minimumFractionDigits: 2 });
  return `${cell.cents < 0n ? '\u2212\u00a0' : ''}KES\u00a0${size}`;
}

async function volumeTable(db: Db, period: ReportPeriod): Promise<Table> {
  const { days, total } = await readVolume(db, period);
  const names = ['deposits', 'withdrawals', 'redemptions', 'claims', 'settlements', 'refunds'] as const;
  const heading = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  return {
    title: 'Volume',
    headings: ['Day', ...names.flatMap((name) => [heading(name), `${heading(name)} KES`])],
    rows: days.map((line) => [
      line.day,
      ...names.flatMap((name) => [line[name].count, kes(line[name].amount)]),
    ]),
    summary: names.map((name) => [heading(name), kes(total[name].amount)]),
  };
}

async function feesTable(db: Db, period: ReportPeriod): Promise<Table> {
  const { days, total } = await readFees(db, period);
  return {
    title: 'Fees earned',
    headings: ['Day', 'Deposits', 'Withdrawals', 'Settlements', 'Total'],
    rows: days.map(({ day, ...line }) => [
      day,
      ...[line.deposit, line.withdrawal, line.settlement, line.total].map(kes),
    ]),
    summary: [['Fees earned', kes(total.total)]],
  };
}

async function liabilityTable(db: Db, period: ReportPeriod): Promise<Table> {
  const { ages, total, expiredLiability } = await readLiability(db, period);
  return {
    title: 'Outstanding on vouchers',
    headings: ['Days since issue', 'Vouchers', 'KES'],
    rows: ages.map(({ age, count, amount }) => [age, count, kes(amount)]),
    summary: [
      ['Vouchers', total.count],
      ['Outstanding', kes(total.amount)],
      ['Expired, still owed', kes(expiredLiability)],
    ],
  };
}

async function expiriesTable(db: Db, period: ReportPeriod): Promise<Table> {
  const { done, total, coming } = await readExpiries(db, period);
  return {
    title: 'Expiries',
    headings: ['When', 'State', 'Vouchers', 'KES'],
    rows: [
      ...done.map(({ day, count, amount }) => [day, 'Expired', count, kes(amount)]),
      ...coming.map(({ month, count, amount }) => [month, 'Coming', count, kes(amount)]),
    ],
    summary: [['Expired in the period', kes(total.amount)]],
  };
}

async function walletsTable(db: Db, period: ReportPeriod): Promise<Table> {
  const { sizes, total, held } = await readWallets(db, period);
  return {
    title: 'Owed on wallets',
    headings: ['From KES', 'To KES', 'Wallets', 'KES'],
    rows: sizes.map(({ from, to, count, amount }) => [from, to ?? '', count, kes(amount)]),
    summary: [
      ['Wallets', total.count],
      ['Owed', kes(total.amount)],
      ['Set aside for withdrawals', kes(held)],
    ],
  };
}

async function merchantsTable(db: Db, period: ReportPeriod): Promise<Table> {
  const { merchants, total } = await readMerchants(db, { ...period, limit: null });
  return {
    title: 'Merchants by redemptions',
    headings: ['Rank', 'Code', 'Merchant', 'Redemptions', 'Share', 'KES'],
    rows: merchants.map(({ rank, merchantCode, businessName, redemptions, shareBasisPoints, amount }) => [
      rank,
      merchantCode,
      businessName,
      redemptions,
      `${(shareBasisPoints / 100).toFixed(2)} %`,
      kes(amount),
    ]),
    summary: [['Redeemed', kes(total.amount)]],
  };
}

async function owedTable(db: Db): Promise<Table> {
  const { merchants, total } = await owedTo(db, { limit: null });
  return {
    title: 'Owed to merchants',
    headings: ['Code', 'Merchant', 'Status', 'Due KES', 'In batches KES', 'Being paid KES', 'Owed KES'],
    rows: merchants.map(({ merchantCode, businessName, status, due, inBatches, beingPaid, total: all }) => [
      merchantCode,
      businessName,
      status,
      ...[due, inBatches, beingPaid, all].map(kes),
    ]),
    summary: [
      ['Due', kes(total.due)],
      ['In batches', kes(total.inBatches)],
      ['Owed', kes(total.total)],
    ],
  };
}

async function trialBalanceTable(db: Db, { to }: ReportPeriod): Promise<Table> {
  const { accounts, differenceCents } = await trialBalanceOn(db, to);
  const on = (side: string) => accounts.filter((one) => one.side === side);
  const sumOf = (side: string) => on(side).reduce((sum, { balanceCents }) => sum + balanceCents, 0n);
  return {
    title: 'Trial balance',
    headings: ['Account', 'Debit', 'Credit'],
    rows: accounts.map(({ kind, side, balanceCents }) => {
      const amount = { cents: balanceCents };
      return side === 'debit' ? [kind, amount, ''] : [kind, '', amount];
    }),
    summary: [
      ['Debit', { cents: sumOf('debit') }],
      ['Credit', { cents: sumOf('credit') }],
      ['Difference', { cents: differenceCents }],
    ],
  };
}
