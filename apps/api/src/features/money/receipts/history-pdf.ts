import { formatKes, formatMsisdn, shillingsOf, type Activity, type HistoryFilters } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { eachPage } from '../../../platform/cursor.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../people/users/index.ts';
import { listActivities, readPerson, signedAmount, sumActivities } from '../wallets/index.ts';
import { historyWords } from './history-words.ts';
import { onPaper, periodOnPaper, signedKes } from './on-paper.ts';
import { tableDocument, type Column } from './pdf-table.ts';
import { colour } from './sheet.ts';

type Language = 'en' | 'sw';
type Row = { activity: Activity };

/** More activities than any account has: the sums are of the whole filtered history. */
const ALL = 1_000_000;

/**
 * Makes a PDF of the whole filtered history, newest first, with the rows of the CSV file.
 * @throws Refusal not_found
 */
export async function historyPdf(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { userId, filters }: { userId: string; filters: HistoryFilters },
): Promise<PDFKit.PDFDocument> {
  const user = await readUser(deps.db, userId);
  if (!user) throw new Refusal('not_found');
  const { language } = user;
  const words = historyWords[language];
  const person = await readPerson(deps.db, userId);
  const sums = await sumActivities(deps.db, person, { filters, most: ALL });
  return tableDocument(deps, {
    language,
    title: [words.transactions, periodOf(filters, language, deps.clock.now())],
    name: `${user.firstName} ${user.lastName}`,
    subtitle: chosenIn(filters, language),
    facts: [
      [words.count, sums.count.toLocaleString('en-KE')],
      [words.in, `+\u00a0${formatKes(shillingsOf(sums.inCents))}`],
      [words.out, signedKes(-shillingsOf(sums.outCents))],
    ],
    columns: columnsIn(language),
    pages: eachPage(
      (page) => listActivities(deps.db, person, { filters, ...page }),
      ({ place }) => place,
    ),
  });
}

function periodOf({ from, to }: HistoryFilters, language: Language, now: Date): string {
  if (from !== undefined) return periodOnPaper({ from, to: to ?? nairobiDay(now) }, language);
  const words = historyWords[language];
  return to === undefined
    ? words.allDays
    : words.until(onPaper(beginningOfNairobiDay(to), 'longDay', language));
}

/** Names the filters other than the period, or nothing. */
function chosenIn({ search, type, status, refundState }: HistoryFilters, language: Language): string {
  const words = historyWords[language];
  return [
    search && `“${search}”`,
    type && words.types[type],
    status && words.states[status],
    refundState && words.refundStates[refundState],
  ]
    .filter(Boolean)
    .join(' · ');
}

function columnsIn(language: Language): Column<Row>[] {
  const words = historyWords[language];
  return [
    {
      heading: words.date,
      text: ({ activity }) => onPaper(new Date(activity.timestamp), 'moment', language),
      share: 0.19,
    },
    {
      heading: words.what,
      text: ({ activity: { transactionType, counterparty, msisdn } }) =>
        [words.types[transactionType], counterparty, msisdn && formatMsisdn(msisdn).replaceAll(' ', '\u00a0')]
          .filter(Boolean)
          .join(', '),
    },
    {
      heading: words.state,
      text: ({ activity: { orderStatus, refundState } }) =>
        refundState ? words.refundStates[refundState] : words.states[orderStatus],
      share: 0.14,
    },
    { heading: words.receipt, text: ({ activity }) => activity.reference ?? '', share: 0.15 },
    {
      heading: words.amount,
      text: ({ activity }) => signedKes(signedAmount(activity) ?? 0),
      align: 'right',
      share: 0.13,
      colorOf: ({ activity }) => (activity.orderStatus === 'CANCELED' ? colour.muted : colour.ink),
    },
    {
      heading: words.fee,
      text: ({ activity: { fee } }) => (fee === undefined || fee === 0 ? '' : formatKes(fee)),
      align: 'right',
      share: 0.09,
    },
  ];
}
