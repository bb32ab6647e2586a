import { parseVoucherCode, plainSymbols } from '@zawadi/contract';

/** What the database takes of one body. */
export const LARGEST_BODY_BYTES = 2_000;

const HIDDEN = '***';
const LONGEST_TEXT = 200;
// A code across the end of the former would be cut, and what is left of it shown.
const LONGEST_READ = 400;
// A phone has digits, an email address an at-sign and six symbols, and a code sixteen symbols.
const DIGIT_OR_AT = /[\d@]/u;
const SHORTEST_HIDDEN = 6;
const SHORTEST_CODE = 16;
const DEEPEST = 6;
const MOST_FIELDS = 40;

/**
 * Fields whose text is no secret and says nothing about a person. Text of every other field is hidden, so that a new or
 * misspelt field gives nothing away; ids, days and moments are shown wherever they stand.
 */
const SHOWN = new Set([
  'amount',
  'balance',
  'batch_id',
  'channel',
  'created',
  'created[gte]',
  'created[lte]',
  'currency',
  'cursor',
  'event',
  'expires_at',
  'id',
  'last_four',
  'limit',
  'mpesa_receipt',
  'next_cursor',
  'object',
  'reference',
  'settlement',
  'settlement_id',
  'status',
  'type',
  'voucher',
  'voucher_last_four',
]);
/** In a problem (RFC 9457) the code is that of the refusal. */
const SHOWN_IN_PROBLEMS = new Set([
  ...SHOWN,
  'code',
  'detail',
  'instance',
  'message',
  'param',
  'path',
  'title',
]);

// Sixteen symbols in a row or in groups of four may be a voucher's code, or one with a typing mistake; words of four letters
// before it must not take the place of its groups. An id in a text looks alike.
const ID_OR_CODE =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![0-9a-z])(?:[0-9a-z]{4}[\s-]{1,3})*[0-9a-z]{4}(?:[\s-]{0,3}[0-9a-z]{4}){3}(?![0-9a-z])/giu;
const PHONE = /(?<![0-9A-Za-z])(?:\+?254[ -]?|0)?[17]\d{2}[ -]?\d{3}[ -]?\d{3}(?![0-9A-Za-z])/gu;
// No local part is longer; without a bound a long text takes the square of its length.
const EMAIL = /[^\s@"<>]{1,64}@[^\s@"<>]+/gu;
// By hand and not by the contract's schemas: this runs for every call that is logged.
export const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const DAY_OR_MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/u;
// The longest number that is an amount and no phone or code.
const LARGEST_NUMBER = 99_999_999;

/**
 * A body as the log keeps it: its shape, its numbers and what is no secret; `***` for everything else.
 * @param body parsed JSON, or the fields of a query
 * @returns JSON of at most 2,000 bytes, of long lists the first rows only; cut off where that is not enough
 */
export function maskedBody(body: unknown, { isProblem }: { isProblem: boolean }): string {
  const shown = isProblem ? SHOWN_IN_PROBLEMS : SHOWN;
  for (const mostItems of [3, 1]) {
    const text = JSON.stringify(masked(body, { shown, mostItems, name: '', depth: 0 })) ?? 'null';
    if (Buffer.byteLength(text) <= LARGEST_BODY_BYTES) return text;
    if (mostItems === 1) return cut(text);
  }
  return 'null';
}

/** Words of a caller's own, such as an idempotency key, without codes, phones and email addresses. */
export function maskedText(text: string): string {
  if (isShortWord(text) || isPlain(text)) return text;
  return plainSymbols(text.slice(0, LONGEST_READ))
    .replaceAll(ID_OR_CODE, (group) => (mayBeCode(group) ? `****${group.slice(-4).toUpperCase()}` : group))
    .replaceAll(PHONE, HIDDEN)
    .replaceAll(EMAIL, HIDDEN)
    .slice(0, LONGEST_TEXT);
}

// Four words of four letters are no code, unless their check symbol says so.
function mayBeCode(group: string): boolean {
  if (ID.test(group)) return false;
  return /\d/u.test(group) || parseVoucherCode(group) !== undefined;
}

type Place = { shown: ReadonlySet<string>; mostItems: number; name: string; depth: number };

function masked(value: unknown, place: Place): unknown {
  const { shown, mostItems, name, depth } = place;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Math.abs(value) <= LARGEST_NUMBER ? value : HIDDEN;
  if (typeof value === 'string') return shown.has(name) || isPlain(value) ? maskedText(value) : HIDDEN;
  if (value instanceof Date) return value;
  if (typeof value !== 'object' || depth >= DEEPEST) return HIDDEN;
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item) => masked(item, { ...place, depth: depth + 1 }));
    return value.length > mostItems ? [...items, `${value.length - mostItems} more`] : items;
  }
  const fields = Object.entries(value).slice(0, MOST_FIELDS);
  return Object.fromEntries(
    fields
      .filter(([, field]) => field !== undefined)
      .map(([key, field]) => [maskedText(key), masked(field, { ...place, name: key, depth: depth + 1 })]),
  );
}

/** What needs no search, as the names of all fields of the contract. */
function isShortWord(text: string): boolean {
  return text.length < SHORTEST_HIDDEN || (text.length < SHORTEST_CODE && !DIGIT_OR_AT.test(text));
}

function isPlain(text: string): boolean {
  return text.length <= 40 && (ID.test(text) || DAY_OR_MOMENT.test(text));
}

function cut(text: string): string {
  return `${Buffer.from(text)
    .subarray(0, LARGEST_BODY_BYTES - 6)
    .toString('utf8')}…`;
}
