import { shillingsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import { FileAnswer } from '../../../platform/file.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { onPaper, signedKes, tableDocument, type Column } from '../../money/receipts/index.ts';
import { closesFor } from './list-closes.ts';
import { findClose, type DayCloseRecord } from './store.ts';

type Line = { label: string; count?: number; cents: bigint };

const COLUMNS: Column<Line>[] = [
  { heading: 'Kind', text: ({ label }) => label },
  {
    heading: 'Number',
    text: ({ count }) => count?.toLocaleString('en-KE') ?? '',
    align: 'right',
    share: 0.2,
  },
  { heading: 'Amount', text: ({ cents }) => signedKes(shillingsOf(cents)), align: 'right', share: 0.3 },
];

/**
 * Renders a closed day on A4, in English, as all documents for shops. A cashier gets only their own.
 * @throws Refusal not_found
 */
export async function closePdf(
  deps: Pick<Deps, 'db' | 'log' | 'clock'>,
  { actor, closeId }: { actor: ActorOf<'merchant'>; closeId: string },
): Promise<FileAnswer> {
  const close = await findClose(deps.db, closesFor(actor), closeId);
  if (!close) throw new Refusal('not_found');
  const { number, businessName, cashCents, countedCents } = close;
  return new FileAnswer({
    contentType: 'application/pdf',
    fileName: `day-close-${number}.pdf`,
    content: tableDocument(deps, {
      title: ['Day close', `No. ${number}`],
      name: businessName,
      subtitle: [close.place, close.till].filter((part) => part !== null).join(', '),
      facts: factsOf(close),
      total: ['Counted minus expected cash', signedKes(shillingsOf(countedCents - cashCents))],
      columns: COLUMNS,
      pages: [linesOf(close)],
    }),
  });
}

function factsOf(close: DayCloseRecord): (readonly [label: string, value: string])[] {
  const { note, confirmedAt, confirmedBy, confirmedNote } = close;
  return [
    ['Closed by', close.closedBy],
    ['From', onPaper(close.since, 'longMoment')],
    ['To', onPaper(close.closedAt, 'longMoment')],
    ...(note === '' ? [] : [['Note', note] as const]),
    ['Confirmed by', confirmedBy ?? 'Not confirmed yet'],
    ...(confirmedAt ? [['Confirmed', onPaper(confirmedAt, 'longMoment')] as const] : []),
    ...(confirmedNote === '' ? [] : [['Note of confirmation', confirmedNote] as const]),
  ];
}

function linesOf(close: DayCloseRecord): Line[] {
  const { redemptions, redeemedCents, reversals, reversedCents, cashCents } = close;
  return [
    { label: 'Redemptions', count: redemptions, cents: redeemedCents },
    { label: 'Reversals', count: reversals, cents: -reversedCents },
    { label: 'Net', cents: redeemedCents - reversedCents },
    { label: 'Rest of bills by bank card', cents: close.cardCents },
    { label: 'Rest of bills by M-PESA', cents: close.mpesaCents },
    { label: 'Rest of bills in cash: expected', cents: cashCents },
    { label: 'Counted cash', cents: close.countedCents },
  ];
}
