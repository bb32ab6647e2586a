import type { MerchantTransaction, MerchantTransactionFilters } from '@zawadi/contract';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage } from '../../../platform/cursor.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { describeTransaction } from './list-transactions.ts';
import { listTransactions, selectionOf } from './transactions-store.ts';

const COLUMNS: CsvColumn<MerchantTransaction>[] = [
  ['Date', ({ date }) => nairobiDay(new Date(date))],
  ['Time', ({ date }) => nairobiTime(new Date(date))],
  ['M-Pesa Txn ID', ({ mpesaTxnId }) => mpesaTxnId],
  ['Voucher ID', ({ voucherId }) => voucherId],
  ['Code ends in', ({ codeLastFour }) => codeLastFour],
  ['User', ({ user }) => user],
  ['Phone', ({ phone }) => phone],
  ['Status', ({ status }) => status],
  ['Reversed at', ({ reversedAt }) => reversedAt && dayAndTime(new Date(reversedAt))],
  ['Amount (KES)', ({ amount }) => amount],
  ['Served by', ({ servedBy }) => servedBy],
  ['Id', ({ redemptionId }) => redemptionId],
];

/** Everything that the filters let through. */
export function transactionsCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, filters }: { merchantId: string; filters: MerchantTransactionFilters },
): FileAnswer {
  async function* pages(): AsyncGenerator<MerchantTransaction[]> {
    const selection = await selectionOf(db, merchantId, filters);
    const rows = eachPage(
      (page) => listTransactions(db, selection, page),
      ({ instant, redemptionId }) => ({ instant, id: redemptionId }),
    );
    for await (const page of rows) yield page.map(describeTransaction);
  }
  return csvFile(`transactions-${nairobiDay(clock.now())}`, COLUMNS, pages());
}

function dayAndTime(at: Date): string {
  return `${nairobiDay(at)} ${nairobiTime(at)}`;
}
