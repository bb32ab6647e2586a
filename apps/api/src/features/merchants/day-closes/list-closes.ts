import {
  shillingsOf,
  type DayCloseFilters,
  type HandlerAnswer,
  type HandlerInput,
  type listDayCloses as endpoint,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { managedPlaceOf, type ActorOf } from '../../../http/actor.ts';
import { csvFile, type CsvColumn } from '../../../platform/csv.ts';
import { eachPage, unknownCursor } from '../../../platform/cursor.ts';
import type { FileAnswer } from '../../../platform/file.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { describeClose } from './describe-close.ts';
import { listClosers, listCloses, readOnlyConfirmer, type DayCloseRecord, type Whose } from './store.ts';

type Actor = ActorOf<'merchant'>;

/**
 * Lists one page of closed days, newest first.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function pageOfCloses(
  { db }: Pick<Deps, 'db'>,
  { actor, query }: { actor: Actor; query: HandlerInput<typeof endpoint>['query'] },
): Promise<HandlerAnswer<typeof endpoint>> {
  const { cursor, limit, ...filters } = query;
  const whose = closesFor(actor);
  const [found, people, isOnlyConfirmer] = await Promise.all([
    listCloses(db, whose, { filters, after: numberIn(cursor), limit: limit + 1 }),
    listClosers(db, whose),
    readOnlyConfirmer(db, actor),
  ]);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    closes: shown.map((record) => describeClose(record, { actor, isOnlyConfirmer })),
    nextCursor: last && found.length > limit ? String(last.number) : undefined,
    people,
  };
}

/** Returns whose closes a person may see: a cashier only their own, a manager of one place only those made there. */
export function closesFor(actor: Actor): Whose {
  const { merchantId, staffId, staffRole } = actor;
  return staffRole === 'cashier' ? { merchantId, staffId } : { merchantId, placeId: managedPlaceOf(actor) };
}

const COLUMNS: CsvColumn<DayCloseRecord>[] = [
  ['Number', ({ number }) => number],
  ['Date', ({ closedAt }) => nairobiDay(closedAt)],
  ['Time', ({ closedAt }) => nairobiTime(closedAt)],
  ['Since', ({ since }) => dayAndTime(since)],
  ['Closed by', ({ closedBy }) => closedBy],
  ['Place', ({ place }) => place],
  ['Till', ({ till }) => till ?? ''],
  ['Redemptions', ({ redemptions }) => redemptions],
  ['Redeemed (KES)', ({ redeemedCents }) => shillingsOf(redeemedCents)],
  ['Reversals', ({ reversals }) => reversals],
  ['Reversed (KES)', ({ reversedCents }) => shillingsOf(-reversedCents)],
  ['Net (KES)', ({ redeemedCents, reversedCents }) => shillingsOf(redeemedCents - reversedCents)],
  ['Bank card (KES)', ({ cardCents }) => shillingsOf(cardCents)],
  ['M-PESA (KES)', ({ mpesaCents }) => shillingsOf(mpesaCents)],
  ['Expected cash (KES)', ({ cashCents }) => shillingsOf(cashCents)],
  ['Counted cash (KES)', ({ countedCents }) => shillingsOf(countedCents)],
  ['Difference (KES)', ({ countedCents, cashCents }) => shillingsOf(countedCents - cashCents)],
  ['Note', ({ note }) => note],
  ['State', ({ confirmedAt }) => (confirmedAt ? 'Confirmed' : 'Waiting')],
  ['Confirmed by', ({ confirmedBy }) => confirmedBy ?? ''],
  ['Confirmed at', ({ confirmedAt }) => (confirmedAt ? dayAndTime(confirmedAt) : '')],
  ['Note of confirmation', ({ confirmedNote }) => confirmedNote],
];

/** Writes the filtered closes as a CSV file. Reversals are negative, so that a column's own sum is right. */
export function closesCsv(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { actor, filters }: { actor: Actor; filters: DayCloseFilters },
): FileAnswer {
  const pages = eachPage<DayCloseRecord, number>(
    (page) => listCloses(db, closesFor(actor), { filters, ...page }),
    ({ number }) => number,
  );
  return csvFile(`day-closes-${nairobiDay(clock.now())}`, COLUMNS, pages);
}

function dayAndTime(at: Date): string {
  return `${nairobiDay(at)} ${nairobiTime(at)}`;
}

function numberIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/u.test(cursor)) return Number(cursor);
  throw unknownCursor();
}
