import { shillingsOf, type ListedMerchant } from '@zawadi/contract';
import { readBalances } from '../../../ledger/index.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import type { Deps } from '../../../config/deps.ts';
import { account } from '../../services/postings/index.ts';
import { describeWith } from './merchant-details.ts';
import { readChannelsShownAs } from './payout-channel-store.ts';
import { readInBatches } from './owed-store.ts';
import { listMerchantRecords, type MerchantFilter } from './store.ts';

/** A row of the CSV file: a listed merchant, with the amount owed split by its state. */
type Row = ListedMerchant & { inBatches: number; beingPaid: number };

const COLUMNS: CsvColumn<Row>[] = [
  ['Code', ({ merchantCode }) => merchantCode],
  ['Merchant', ({ businessName }) => businessName],
  ['Status', ({ status }) => status],
  ['Created', ({ createdAt }) => nairobiDay(new Date(createdAt))],
  ['Pay-out channel', ({ payoutChannel }) => payoutChannel ?? 'None'],
  ['Due KES', ({ currentBalance }) => currentBalance],
  ['In batches KES', ({ inBatches }) => inBatches],
  ['Being paid KES', ({ beingPaid }) => beingPaid],
  ['Owed KES', ({ owed }) => owed],
];

/** Lists merchants with the amounts that Zawadi owes them, newest first. */
export async function listMerchants(
  deps: Pick<Deps, 'db'>,
  filter: MerchantFilter,
): Promise<ListedMerchant[]> {
  return (await readRows(deps.db, filter)).map(({ inBatches: _in, beingPaid: _being, ...row }) => row);
}

/** Writes the filtered merchants as a CSV file, without their contacts. */
export function merchantsCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  filter: Omit<MerchantFilter, 'after' | 'limit'>,
): FileAnswer {
  const pages = eachPage<Row, string>(
    (page) => readRows(db, { ...filter, ...page }),
    ({ merchantId }) => merchantId,
  );
  return csvFile(`merchants-${nairobiDay(clock.now())}`, COLUMNS, pages);
}

async function readRows(db: Db, filter: MerchantFilter): Promise<Row[]> {
  const records = await listMerchantRecords(db, filter);
  const ids = records.map(({ id }) => id);
  const [balances, batches, channels] = await Promise.all([
    readBalances(
      db,
      ids.map((id) => ({ account: account.merchant(id) })),
    ),
    readInBatches(db, ids),
    readChannelsShownAs(db, ids),
  ]);
  return records.map((record) => {
    const dueCents = balances.get(account.merchant(record.id)) ?? 0n;
    const { inBatchesCents = 0n, beingPaidCents = 0n } = batches.get(record.id) ?? {};
    return {
      ...describeWith(record, dueCents),
      owed: shillingsOf(dueCents + inBatchesCents),
      payoutChannel: channels.get(record.id) ?? null,
      inBatches: shillingsOf(inBatchesCents),
      beingPaid: shillingsOf(beingPaidCents),
    };
  });
}
