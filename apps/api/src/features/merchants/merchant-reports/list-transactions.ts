import {
  cloth,
  coverMsisdn,
  MOST_COUNTED,
  shillingsOf,
  shortReference,
  type HandlerAnswer,
  type HandlerInput,
  type MerchantTransaction,
  type merchantTransactions as endpoint,
  type MerchantTransactionFilters,
} from '@zawadi/contract';
import { pageOf, parseCursor, eachPage } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { describeBill } from '../../money/redemptions/index.ts';
import {
  listTransactions as list,
  selectionOf,
  type Selection,
  type TransactionRow,
} from './transactions-store.ts';
import { sumTransactions, type Sum } from './transaction-totals-store.ts';

type Answer = HandlerAnswer<typeof endpoint>;
type Input = { merchantId: string; query: HandlerInput<typeof endpoint>['query'] };

const PAID_BY = { cash: 'Cash', card: 'Card', mpesa: 'M-PESA' } as const;

const COLUMNS: CsvColumn<MerchantTransaction>[] = [
  ['Date', ({ date }) => nairobiDay(new Date(date))],
  ['Time', ({ date }) => nairobiTime(new Date(date))],
  ['Reference', ({ redemptionId }) => shortReference(redemptionId)],
  ['Your reference', ({ reference }) => reference],
  ['M-Pesa Txn ID', ({ mpesaTxnId }) => mpesaTxnId],
  ['Voucher ID', ({ voucherId }) => voucherId],
  ['Code ends in', ({ codeLastFour }) => codeLastFour],
  ['User', ({ user }) => user],
  ['Phone', ({ phone }) => phone],
  ['Status', ({ status, refundState }) => (refundState === 'reversed' ? 'Reversed' : status)],
  ['Held until', ({ heldUntil }) => heldUntil && dayAndTime(new Date(heldUntil))],
  ['Refund state', ({ refundState }) => refundState],
  ['Reversed at', ({ reversedAt }) => reversedAt && dayAndTime(new Date(reversedAt))],
  ['Amount (KES)', ({ amount }) => amount],
  // Sums up to the sales: neither a reversed redemption nor an open hold is one.
  ['Net (KES)', ({ amount, status }) => (status === 'Completed' ? amount : 0)],
  ['Served by', ({ servedBy }) => servedBy],
  ['Place', ({ place }) => place],
  ['Till', ({ till }) => till],
  ['Bill (KES)', ({ bill }) => bill?.total],
  ['Rest of bill (KES)', ({ bill }) => bill?.rest],
  ['Rest paid by', ({ bill }) => bill && PAID_BY[bill.paidBy]],
  ['M-PESA receipt of rest', ({ bill }) => bill?.mpesaReceipt],
  ['Id', ({ redemptionId }) => redemptionId],
];

/**
 * Lists one page of a merchant's redemptions. Only the first page has totals. Every page costs the same, however far
 * back.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listTransactions(db: Db, { merchantId, query }: Input): Promise<Answer> {
  const { cursor, limit, ...filters } = query;
  const after = parseCursor(cursor);
  const selection = await selectionOf(db, merchantId, filters);
  const [found, totals] = await Promise.all([
    list(db, selection, { after, limit: limit + 1 }),
    after ? undefined : readTotals(db, selection),
  ]);
  const placed = found.map((row) => ({ row, place: { instant: row.instant, id: row.redemptionId } }));
  const { shown, nextCursor } = pageOf(placed, limit);
  return { transactions: shown.map(({ row }) => describeTransaction(row)), nextCursor, totals };
}

async function readTotals(db: Db, selection: Selection): Promise<Answer['totals']> {
  const { found, completed, pending, reversed } = await sumTransactions(db, selection);
  const isMore = found > MOST_COUNTED;
  return {
    count: Math.min(found, MOST_COUNTED),
    isMore,
    amount: shillingsOf(completed.amountCents + pending.amountCents + reversed.amountCents),
    completed: describeSum(completed),
    pending: describeSum(pending),
    reversed: describeSum(reversed),
    isWhole: !(isMore && selection.isSearched),
  };
}

function describeSum({ count, amountCents }: Sum): { count: number; amount: number } {
  return { count, amount: shillingsOf(amountCents) };
}

export function describeTransaction(row: TransactionRow): MerchantTransaction {
  return {
    redemptionId: row.redemptionId,
    mpesaTxnId: row.mpesaReceipt ?? undefined,
    voucherId: row.voucherId,
    codeLastFour: row.codeLastFour,
    cloth: cloth.parse(row.cloth),
    reference: row.reference ?? undefined,
    user: row.recipientName,
    phone: row.recipientMsisdn === null ? undefined : coverMsisdn(row.recipientMsisdn),
    date: row.redeemedAt.toISOString(),
    status: statusOf(row),
    refundState: row.reversedAt ? 'reversed' : undefined,
    heldUntil: row.heldUntil?.toISOString(),
    reversedAt: row.reversedAt?.toISOString(),
    amount: shillingsOf(row.amountCents),
    servedBy: row.servedBy,
    place: row.place,
    till: row.till ?? undefined,
    bill: describeBill(row),
    channel: row.channel,
  };
}

function statusOf({ reversedAt, heldUntil }: TransactionRow): MerchantTransaction['status'] {
  if (heldUntil) return 'Pending';
  return reversedAt ? 'Failed' : 'Completed';
}

/** Writes all matching transactions as a CSV file. */
export function transactionsCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { merchantId, filters }: { merchantId: string; filters: MerchantTransactionFilters },
): FileAnswer {
  async function* pages(): AsyncGenerator<MerchantTransaction[]> {
    const selection = await selectionOf(db, merchantId, filters);
    const rows = eachPage(
      (page) => list(db, selection, page),
      ({ instant, redemptionId }) => ({ instant, id: redemptionId }),
    );
    for await (const page of rows) yield page.map(describeTransaction);
  }
  return csvFile(`transactions-${nairobiDay(clock.now())}`, COLUMNS, pages());
}

function dayAndTime(at: Date): string {
  return `${nairobiDay(at)} ${nairobiTime(at)}`;
}
