import {
  formatMsisdn,
  type HandlerAnswer,
  type HandlerInput,
  type history,
  type historyEntry,
  type Activity,
  type HistoryFilters,
} from '@zawadi/contract';
import { shillingsOf } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { pageOf, parseCursor, eachPage } from '../../../platform/cursor.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import type { Deps } from '../../../config/deps.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readUser } from '../../people/users/index.ts';
import { listActivities, sumActivities, type Person } from './activity-store.ts';

type Input = { userId: string; query: HandlerInput<typeof history>['query'] };

type Row = { activity: Activity };

const COLUMNS: CsvColumn<Row>[] = [
  ['Date', ({ activity }) => nairobiDay(new Date(activity.timestamp))],
  ['Time', ({ activity }) => nairobiTime(new Date(activity.timestamp))],
  ['Type', ({ activity }) => TYPES[activity.transactionType]],
  ['Description', ({ activity }) => activity.description],
  ['Number', ({ activity: { msisdn } }) => msisdn && formatMsisdn(msisdn)],
  ['Amount (KES)', ({ activity }) => signedAmount(activity)],
  ['Fee (KES)', ({ activity }) => activity.fee],
  ['Wallet', ({ activity: { wallet } }) => wallet && (wallet === 'credit' ? 'In' : 'Out')],
  ['Status', ({ activity }) => STATES[activity.orderStatus]],
  ['Refund state', ({ activity }) => activity.refundState?.replaceAll('_', ' ')],
  ['M-PESA receipt', ({ activity }) => activity.reference],
  ['Transaction ID', ({ activity }) => activity.entityId],
];

const TYPES: Record<Activity['transactionType'], string> = {
  GIFT_PURCHASE: 'Gift',
  WITHDRAWAL: 'Withdrawal',
  CLAIM: 'Gift added',
  REDEMPTION: 'Spending',
  REFUND: 'Refund',
};

const STATES: Record<Activity['orderStatus'], string> = {
  PENDING: 'Pending',
  COMPLETED: 'Completed',
  CANCELED: 'Canceled',
};

/** Signs an amount: payments are negative, from the wallet, by M-PESA or from a gift alike. */
export function signedAmount({ transactionType, amount }: Activity): number | undefined {
  const isIncoming = transactionType === 'CLAIM' || transactionType === 'REFUND';
  return amount === undefined || isIncoming ? amount : -amount;
}

/**
 * Lists one page of a user's history. Every page costs the same, however old its activities.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listHistory(db: Db, input: Input): Promise<HandlerAnswer<typeof history>> {
  const { cursor, limit, ...filters } = input.query;
  const person = await readPerson(db, input.userId);
  const after = parseCursor(cursor);
  const found = await listActivities(db, person, { filters, after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  const totals = cursor === undefined ? await totalsOf(db, person, filters) : undefined;
  return { activities: shown.map(({ activity }) => activity), nextCursor, totals };
}

// Counts at most this many activities. Few users have more, and counting all would slow down their first page.
const MOST_COUNTED = 1_000;

async function totalsOf(db: Db, person: Person, filters: HistoryFilters) {
  const { count, inCents, outCents } = await sumActivities(db, person, { filters, most: MOST_COUNTED + 1 });
  return {
    count: Math.min(count, MOST_COUNTED),
    isMore: count > MOST_COUNTED,
    moneyIn: shillingsOf(inCents),
    moneyOut: shillingsOf(outCents),
  };
}

/**
 * Reads one entry of a user's history.
 * @throws Refusal not_found if the entry is another user's
 */
export async function readHistoryEntry(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<HandlerAnswer<typeof historyEntry>> {
  const person = await readPerson(db, userId);
  const [found] = await listActivities(db, person, { filters: { id }, limit: 1 });
  if (!found) throw new Refusal('not_found');
  return found.activity;
}

/** Writes the whole filtered history as a CSV file, newest first. */
export async function historyCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, filters }: { userId: string; filters: HistoryFilters },
): Promise<FileAnswer> {
  const person = await readPerson(db, userId);
  const pages = eachPage(
    (page) => listActivities(db, person, { filters, ...page }),
    ({ place }) => place,
  );
  return csvFile(`statement-${nairobiDay(clock.now())}`, COLUMNS, pages);
}

/**
 * Reads the owner of a history, with verified contacts only: gifts to an unverified contact do not count.
 * @throws Refusal not_found
 */
export async function readPerson(db: Db, userId: string): Promise<Person> {
  const user = await readUser(db, userId);
  if (!user) throw new Refusal('not_found');
  return {
    userId: user.id,
    msisdn: user.phoneVerified ? user.phoneMsisdn : null,
    email: user.emailVerified ? user.email : null,
  };
}
