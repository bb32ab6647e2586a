import { formatKes, shillingsOf, type Settlement, type SettlementTransaction } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { onPaper, signedKes, tableDocument, type Column } from '../../money/receipts/index.ts';
import type { DaySum } from './batch-entries-store.ts';
import { referenceOf } from './describe-entry.ts';
import { describeEntryKind } from './words.ts';

/** Maximum number of entries on a statement. 50,000 would take ten seconds and 330 MB of memory. */
export const LINES_AT_MOST = 1_000;

const COLUMNS: Column<SettlementTransaction>[] = [
  { heading: 'Date', text: ({ date }) => moment(date), isMuted: true, share: 0.19 },
  { heading: 'What', text: ({ description }) => description },
  {
    heading: 'Reference',
    text: (line) => referenceOf(line) ?? '',
    isMuted: true,
    // A reference of wide letters, such as WMWMW-MWMWM, must not wrap.
    share: 0.21,
  },
  { heading: 'Code', text: ({ codeLastFour }) => codeLastFour ?? '', isMuted: true, share: 0.08 },
  { heading: 'Your reference', text: ({ reference }) => reference ?? '', isMuted: true, share: 0.16 },
  { heading: 'Amount', text: ({ amount }) => signedKes(amount), align: 'right', share: 0.16 },
];

const DAY_COLUMNS: Column<DaySum>[] = [
  {
    heading: 'Day',
    text: ({ day }) => onPaper(beginningOfNairobiDay(day), 'day'),
    isMuted: true,
    share: 0.22,
  },
  { heading: 'What', text: ({ kind }) => describeEntryKind(kind).description },
  {
    heading: 'Transactions',
    text: ({ count }) => count.toLocaleString('en-KE'),
    align: 'right',
    share: 0.15,
  },
  {
    heading: 'Amount',
    text: ({ amountCents }) => signedKes(shillingsOf(amountCents)),
    align: 'right',
    share: 0.2,
  },
];

/**
 * Renders the statement of one batch: sums, destination, and all entries. Above `LINES_AT_MOST` entries, lists a sum
 * per day instead.
 */
export function settlementPdf(
  deps: Pick<Deps, 'log' | 'clock'>,
  of: {
    businessName: string;
    merchantCode: string;
    settlement: Settlement;
    contents: { lines: AsyncGenerator<SettlementTransaction[]> } | { days: DaySum[] };
  },
): PDFKit.PDFDocument {
  const { settlement: batch, contents } = of;
  const head = {
    title: ['Settlement', batch.batchId] as const,
    name: of.businessName,
    subtitle: [of.merchantCode, batch.status].join(', '),
    facts: [
      ['Up to', moment(batch.cutOffAt)],
      ['To', batch.destination],
      ...(batch.completedAt ? [['Paid on', moment(batch.completedAt)] as const] : []),
      ...(batch.reference ? [['Reference', batch.reference] as const] : []),
      ['Transactions', batch.transactionCount.toLocaleString('en-KE')],
      ['Amount', formatKes(batch.amount)],
      ['Processing fee', signedKes(-batch.processingFee)],
    ] as const,
    total: ['Paid to you', formatKes(batch.netAmount)] as const,
  };
  if ('lines' in contents) return tableDocument(deps, { ...head, columns: COLUMNS, pages: contents.lines });
  const count = batch.transactionCount.toLocaleString('en-KE');
  const note = `${count} transactions are too many for paper, so this is what each day came to. The CSV file of this batch has every one of them.`;
  return tableDocument(deps, { ...head, note, columns: DAY_COLUMNS, pages: [contents.days] });
}

function moment(at: string): string {
  return onPaper(new Date(at), 'moment');
}
