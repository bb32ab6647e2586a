import { parseVoucherAlias, parseVoucherCode, plainSymbols } from '@zawadi/contract';
import { EMAIL_IN_TEXT, PHONE_IN_TEXT } from '../../../platform/mask-contacts.ts';

/** Size limit of one body in the database. */
export const LARGEST_BODY_BYTES = 2_000;

const HIDDEN = '***';
const LONGEST_TEXT = 200;
// Twice the shown length. A code across this limit is cut and not masked, so the cut must be outside the shown part.
const LONGEST_READ = 400;
// Phone numbers have digits. Email addresses have an at-sign and at least six characters. Voucher codes have sixteen
// symbols.
const DIGIT_OR_AT = /[\d@]/u;
const SHORTEST_HIDDEN = 6;
const SHORTEST_CODE = 16;
const DEEPEST = 6;
const MOST_FIELDS = 40;

/**
 * Fields whose texts are neither secret nor personal. The text of every other field is hidden, so that a new or
 * misspelt field reveals nothing. Ids, days and times are shown in every field.
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
/** In an error response (RFC 9457), `code` is the error code, not a voucher's. */
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

// Sixteen symbols in a row or in groups of four may be a mistyped voucher code. A word of four letters before a code
// must not be read as its first group. Ids match too, so that they are not taken for codes.
const ID_OR_CODE =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![0-9a-z])(?:[0-9a-z]{4}[\s-]{1,3})*[0-9a-z]{4}(?:[\s-]{0,3}[0-9a-z]{4}){3}(?![0-9a-z])/giu;
// Thirteen digits in a row or in groups may be a voucher's alias.
const THIRTEEN_DIGITS = /(?<![0-9a-z])\d(?:[\s-]{0,3}\d){12}(?![0-9a-z])/giu;
// A regular expression instead of the contract's schema, because it runs for every logged call.
export const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const DAY_OR_MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/u;
// Larger numbers may be phone numbers or codes, so they are hidden.
const LARGEST_NUMBER = 99_999_999;

/**
 * Masks a body for the log. Keeps its structure, numbers and texts of safe fields; writes `***` for the rest.
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

/**
 * Masks codes and aliases of vouchers, phone numbers and email addresses in a text that the caller wrote, such as an idempotency key.
 */
export function maskedText(text: string): string {
  if (isShortWord(text) || isPlain(text)) return text;
  return plainSymbols(text.slice(0, LONGEST_READ))
    .replaceAll(ID_OR_CODE, (group) => (mayBeCode(group) ? `****${group.slice(-4).toUpperCase()}` : group))
    .replaceAll(THIRTEEN_DIGITS, (digits) => (parseVoucherAlias(digits) === undefined ? digits : HIDDEN))
    .replaceAll(PHONE_IN_TEXT, HIDDEN)
    .replaceAll(EMAIL_IN_TEXT, HIDDEN)
    .slice(0, LONGEST_TEXT);
}

// Four ordinary words of four letters also look like a code. They count as one only if the check symbol is right.
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

/** Returns true if a text is too short to contain a secret. Saves the search for most field names. */
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
