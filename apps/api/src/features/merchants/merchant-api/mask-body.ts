import { parseVoucherCode, plainSymbols } from '@zawadi/contract';

/** Size limit of one body in the database. */
export const LARGEST_BODY_BYTES = 2_000;

const HIDDEN = '***';
const LONGEST_TEXT = 200;
// A code across the end of a shorter limit would be cut, and its rest would be shown.
const LONGEST_READ = 400;
// A phone has digits, an email address an at-sign and six symbols, and a code sixteen symbols.
const DIGIT_OR_AT = /[\d@]/u;
const SHORTEST_HIDDEN = 6;
const SHORTEST_CODE = 16;
const DEEPEST = 6;
const MOST_FIELDS = 40;

/**
 * Fields whose text is neither secret nor personal. Text of every other field is hidden, so that a new or
 * misspelt field reveals nothing. Ids, days and moments are shown in every field.
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
/** In a problem (RFC 9457), `code` is the refusal's. */
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

// Sixteen symbols in a row or in groups of four may be a voucher's code, possibly mistyped. Words of four
// letters before a code must not be taken for its groups. An id in a text looks similar.
const ID_OR_CODE =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![0-9a-z])(?:[0-9a-z]{4}[\s-]{1,3})*[0-9a-z]{4}(?:[\s-]{0,3}[0-9a-z]{4}){3}(?![0-9a-z])/giu;
const PHONE = /(?<![0-9A-Za-z])(?:\+?254[ -]?|0)?[17]\d{2}[ -]?\d{3}[ -]?\d{3}(?![0-9A-Za-z])/gu;
// No local part is longer; without a limit, a long text takes quadratic time.
const EMAIL = /[^\s@"<>]{1,64}@[^\s@"<>]+/gu;
// Hand-written instead of the contract's schemas: this runs for every logged call.
export const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const DAY_OR_MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/u;
// The largest number that is an amount and cannot be a phone or code.
const LARGEST_NUMBER = 99_999_999;

/**
 * Masks a body for the log: keeps its shape, numbers and known safe texts; writes `***` for the rest.
 * @param body parsed JSON, or the fields of a query
 * @returns JSON of at most 2,000 bytes with only the first rows of long lists; truncated if still too long
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

/** Masks codes, phones and email addresses in a caller's own words, such as an idempotency key. */
export function maskedText(text: string): string {
  if (isShortWord(text) || isPlain(text)) return text;
  return plainSymbols(text.slice(0, LONGEST_READ))
    .replaceAll(ID_OR_CODE, (group) => (mayBeCode(group) ? `****${group.slice(-4).toUpperCase()}` : group))
    .replaceAll(PHONE, HIDDEN)
    .replaceAll(EMAIL, HIDDEN)
    .slice(0, LONGEST_TEXT);
}

// Four words of four letters are no code, unless their check symbol fits.
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

/** Text that needs no search, such as the names of all fields of the contract. */
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
