import { day } from '@zawadi/contract';
import { Refusal } from './refusal.ts';

/**
 * Position of a page's last row, in a list sorted by a timestamp and then by id. `instant` is the database's own
 * text, because a JavaScript date would drop the microseconds that sort the rows.
 */
export type Place = { instant: string; id: string };

/** Makes the cursor that a caller sends to get the next page. */
export function makeCursor({ instant, id }: Place): string {
  return Buffer.from(`${instant} / ${id}`).toString('base64url');
}

// An id need not be a valid UUID of RFC 9562: ids of the audit log are numbers in the format of one.
const CURSOR =
  /^((\d{4}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?) \/ ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/u;

/**
 * Parses a cursor. Rejects dates that PostgreSQL cannot parse, such as 30 February.
 * @throws Refusal validation_failed for a text that `makeCursor` did not make
 */
export function parseCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, instant = '', date, id = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!day.safeParse(date).success) {
    throw unknownCursor();
  }
  return { instant, id };
}

/** Builds the refusal of a cursor that no page has returned. */
export function unknownCursor(): Refusal {
  return new Refusal('validation_failed', {
    fields: [{ path: 'cursor', message: 'must be the next_cursor of the page before' }],
  });
}

/**
 * Cuts the rows to one page. If one row more than the page was read, removes it and returns a cursor for the next
 * page.
 */
export function pageOf<Row extends { place: Place }>(
  found: Row[],
  limit: number,
): { shown: Row[]; nextCursor: string | undefined } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: last && found.length > limit ? makeCursor(last.place) : undefined };
}

const PAGE_ROWS = 500;

/**
 * Yields all rows of a list, page by page, for files that contain the whole list.
 * @param readPage reads at most `limit` rows after `after`; from the start if `after` is undefined
 * @param placeOf returns the position of a row, to continue after it
 */
export async function* eachPage<Row, At = Place>(
  readPage: (page: { after: At | undefined; limit: number }) => Promise<Row[]>,
  placeOf: (row: Row) => At,
): AsyncGenerator<Row[]> {
  let after: At | undefined;
  for (;;) {
    const rows = await readPage({ after, limit: PAGE_ROWS });
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = placeOf(last);
  }
}
