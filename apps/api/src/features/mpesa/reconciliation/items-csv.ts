import type { ReconciliationItem, ReconciliationItemFilters } from '@zawadi/contract';
import { csvFile, decimals, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { listItems } from './items-list-store.ts';
import { describeItem } from './list-items.ts';

type Row = { item: ReconciliationItem; at: Date };

const COLUMNS: CsvColumn<Row>[] = [
  ['Account', ({ item }) => item.account],
  ['Receipt', ({ item }) => item.receipt],
  ['Date', ({ at }) => nairobiDay(at)],
  ['Time', ({ at }) => nairobiTime(at)],
  ['Kind', ({ item }) => item.kind],
  ['Details', ({ item }) => item.details],
  ['Account number', ({ item }) => item.accountNumber],
  ['M-PESA (KES)', ({ item }) => decimals(item.theirsCents)],
  ['Ledger (KES)', ({ item }) => decimals(item.oursCents)],
  ['Difference (KES)', ({ item }) => decimals(item.differenceCents)],
  ['State', ({ item }) => item.state.replaceAll('_', ' ')],
  ['Status', ({ item }) => item.status],
  ['Resolution', ({ item }) => item.resolution],
  ['By', ({ item }) => item.closedBy],
  ['Reason', ({ item }) => item.reason],
  ['Line', ({ item }) => item.line],
];

/** The filtered items as a file. */
export function itemsCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  filters: ReconciliationItemFilters,
): FileAnswer {
  return csvFile(`reconciliation-${nairobiDay(clock.now())}`, COLUMNS, pagesOf(db, filters));
}

async function* pagesOf(db: Deps['db'], filters: ReconciliationItemFilters): AsyncGenerator<Row[]> {
  const pages = eachPage(
    (page) => listItems(db, filters, page),
    ({ instant, id }) => ({ instant, id }),
  );
  for await (const rows of pages) yield rows.map((row) => ({ item: describeItem(row), at: row.at }));
}
