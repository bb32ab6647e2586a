import type { FailureReason } from '@zawadi/contract';
import type { Language, VoucherFacts } from './templates.ts';
import { day, dayAndHour, kes, smsName, smsWordsOf, whyFailed } from './copy/phrases.ts';

export type TextChannel = 'sms' | 'email';

const AMOUNTS = new Set(['amount', 'fee', 'value', 'balance', 'paidOut']);
const MOMENTS = new Set(['effectiveAt', 'deliverAt']);
const NAMES = new Set(['senderName', 'recipientName', 'businessName']);
const QUOTE_LENGTH = 70;
/** What chooses between cases and is not said itself. */
const UNSAID = new Set(['contact', 'direction', 'status', 'returnedTo', 'isOfOneShop', 'cloth']);

/**
 * What may stand in a message, by name, as it is to be read there. In an SMS other people's words are cut short and can
 * be no link, as in the wording we began with. What there is nothing to say about is left out.
 */
export function placeholdersOf(
  channel: TextChannel,
  facts: object,
  language: Language,
): ReadonlyMap<string, string> {
  const values = Object.entries(flat(facts)).flatMap(([name, value]): [string, string][] => {
    const text = isUnsaid(name, value) ? undefined : textOf(channel, name, value, language);
    return text === undefined ? [] : [[name, text]];
  });
  return new Map(values);
}

/** A voucher's facts beside the others, which win: what is left after a redemption is what it was then. */
function flat(facts: object): object {
  const { voucher, ...others } = facts as { voucher?: VoucherFacts };
  return { ...voucher, ...others };
}

function textOf(channel: TextChannel, name: string, value: unknown, language: Language): string | undefined {
  if (value instanceof Date) return day(value, language);
  if (typeof value === 'number') return AMOUNTS.has(name) ? kes(value) : String(value);
  if (typeof value !== 'string') return undefined;
  if (MOMENTS.has(name)) return dayAndHour(new Date(value), language);
  if (isFailure(name, value)) return whyFailed[language][value as FailureReason];
  if (channel === 'email') return value;
  if (NAMES.has(name)) return smsName(value, '') || undefined;
  return name === 'message' ? smsWordsOf(value, QUOTE_LENGTH) : value;
}

/**
 * The same facts with values that appear in no text of ours, so that a text made from them shows which word came from
 * which fact.
 */
export function markedFacts(facts: object): object {
  let count = 0;
  const mark = (name: string, value: unknown): unknown => {
    count += 1;
    if (value instanceof Date) return new Date(Date.UTC(2131, count % 12, 7));
    if (typeof value === 'number') return value === 0 ? 0 : 7_000_000 + count * 1_001;
    if (MOMENTS.has(name)) return new Date(Date.UTC(2132, count % 12, 7, 5)).toISOString();
    if (typeof value !== 'string' || isUnsaid(name, value) || isFailure(name, value)) return value;
    return `Qx${String.fromCodePoint(65 + count)}xq`;
  };
  const entries = (some: object) =>
    Object.fromEntries(Object.entries(some).map(([name, value]) => [name, mark(name, value)]));
  const { voucher, ...others } = facts as { voucher?: VoucherFacts };
  return { ...(voucher && { voucher: entries(voucher) }), ...entries(others) };
}

function isUnsaid(name: string, value: unknown): boolean {
  return UNSAID.has(name) || (name === 'reason' && (value === 'gone' || value === 'failing'));
}

function isFailure(name: string, value: string): boolean {
  return name === 'reason' && value in whyFailed.en;
}
