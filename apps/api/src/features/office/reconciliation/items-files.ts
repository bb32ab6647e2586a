import type { ReconciliationItem, ReconciliationItemFilters, ReconciliationState } from '@zawadi/contract';
import { csvFile, decimals, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { formatCents } from '../../../platform/format-cents.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { onPaper, tableDocument, type Column } from '../../money/receipts/index.ts';
import { listItems, sumOpen } from './items-list-store.ts';
import { describeItem } from './list-items.ts';
import { readRun } from './read-run.ts';

type Row = { item: ReconciliationItem; at: Date };

const COLUMNS: CsvColumn<Row>[] = [
  ['Account', ({ item }) => item.account],
  ['Receipt', ({ item }) => item.receipt],
  ['Date', ({ at }) => nairobiDay(at)],
  ['Time', ({ at }) => nairobiTime(at)],
  ['Kind', ({ item }) => item.kind],
  ['Details', ({ item }) => item.details],
  ['Account number', ({ item }) => item.accountNumber],
  ['Statement (KES)', ({ item }) => decimals(item.theirsCents)],
  ['Ledger (KES)', ({ item }) => decimals(item.oursCents)],
  ['Difference (KES)', ({ item }) => decimals(item.differenceCents)],
  ['State', ({ item }) => item.state.replaceAll('_', ' ')],
  [
    'Shown before (Nairobi)',
    ({ item: { shownBefore } }) => shownBefore && momentText(new Date(shownBefore.madeAt)),
  ],
  ['Status', ({ item }) => item.status],
  ['Resolution', ({ item }) => item.resolution],
  ['By', ({ item }) => item.closedBy],
  ['Reason', ({ item }) => item.reason],
  ['Line', ({ item }) => item.line],
];

/** Exports the filtered items as CSV. */
export function itemsCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  filters: ReconciliationItemFilters,
): FileAnswer {
  return csvFile(`reconciliation-${nairobiDay(clock.now())}`, COLUMNS, pagesOf(db, filters));
}

function momentText(moment: Date): string {
  return `${nairobiDay(moment)} ${nairobiTime(moment)}`;
}

const ITEMS_AT_MOST = 1_000;

const STATES: Record<ReconciliationState, string> = {
  matched: 'Matched',
  missing_here: 'Missing here',
  missing_there: 'Missing there',
  amount_differs: 'Amount differs',
  no_longer_there: 'No longer there',
};

const PAPER_COLUMNS: Column<Row>[] = [
  { heading: 'Receipt', text: ({ item }) => item.receipt || item.details, share: 0.15 },
  { heading: 'When', text: ({ at }) => onPaper(at, 'moment'), isMuted: true, share: 0.14 },
  {
    heading: 'What differs',
    text: ({ item: { state, kind } }) => `${STATES[state]}${kind === 'charge' ? ' (charge)' : ''}`,
    share: 0.15,
  },
  {
    heading: 'Status',
    text: ({ item }) => item.resolution ?? capitalised(item.status),
    isMuted: true,
    share: 0.14,
  },
  ...(['theirsCents', 'oursCents', 'differenceCents'] as const).map((amount, index): Column<Row> => ({
    heading: ['Statement', 'Ledger', 'Difference'][index] ?? '',
    text: ({ item }) => formatCents(BigInt(item[amount])),
    align: 'right',
    share: 0.14,
  })),
];

/**
 * Exports the differences as a PDF; only the newest if there are too many. Positive and negative differences are summed
 * separately.
 * @throws Refusal not_found for an unknown comparison
 */
export async function itemsPdf(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  filters: ReconciliationItemFilters,
): Promise<FileAnswer> {
  const { db, clock } = deps;
  const [run, open] = await Promise.all([
    filters.runId === undefined ? undefined : readRun(db, filters.runId),
    sumOpen(db, filters),
  ]);
  const differing: ReconciliationItemFilters & { isDiffering: true } = { ...filters, isDiffering: true };
  const rows = await firstOf(ITEMS_AT_MOST + 1, pagesOf(db, differing));
  const today = nairobiDay(clock.now());
  return new FileAnswer({
    contentType: 'application/pdf',
    fileName: `reconciliation-${today}.pdf`,
    content: tableDocument(deps, {
      title: ['Reconciliation', onPaper(clock.now(), 'longDay')],
      name: 'Statements and the ledger',
      subtitle:
        run === undefined
          ? 'All comparisons'
          : `${capitalised(run.account)}, ${run.source === 'pull' ? 'list of M-PESA' : run.fileName}, ${onPaper(new Date(run.from), 'moment')} to ${onPaper(new Date(run.to), 'moment')}`,
      facts: [
        ['Open differences', open.openItems.toLocaleString('en-KE')],
        ['The statements have more', formatCents(open.openMoreCents)],
        ['The statements have less', formatCents(open.openLessCents)],
      ],
      ...(rows.length === 0 && { note: 'There is no difference.' }),
      ...(rows.length > ITEMS_AT_MOST && {
        note: 'Here are the newest 1,000 of them. The CSV file has them all.',
      }),
      columns: PAPER_COLUMNS,
      pages: [rows.slice(0, ITEMS_AT_MOST)],
    }),
  });
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

async function firstOf<T>(most: number, pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) {
    rows.push(...page);
    if (rows.length >= most) break;
  }
  return rows.slice(0, most);
}

async function* pagesOf(db: Deps['db'], filters: Parameters<typeof listItems>[1]): AsyncGenerator<Row[]> {
  const pages = eachPage(
    (page) => listItems(db, filters, page),
    ({ instant, id }) => ({ instant, id }),
  );
  for await (const rows of pages) yield rows.map((row) => ({ item: describeItem(row), at: row.at }));
}
