import type { Cloth, FailureReason, LanguageName } from '@zawadi/contract';
import { day, dayAndHour, kes, monthText, whyFailed } from './copy/phrases.ts';
import { foldBusiness, foldGiver, foldPerson, foldQuote, shownAddress, type Reading } from './fold.ts';

export type TextChannel = 'sms' | 'email';

/** A value in the data of a message. */
type Field<T> = {
  /** The longest realistic value: if a text fits with this value, it always fits. */
  example: T;
  /**
   * Formats the value for the placeholder `{name}` in an administrator's wording. Absent for a field that only chooses
   * between cases.
   */
  say?(value: T, language: LanguageName, channel: TextChannel): string | undefined;
  /** Makes the words of another user safe to show; runs before a message is composed from them. */
  fold?(value: T, reading: Reading): T;
  /** Returns a value that occurs in no message, to find the field's position in a text. */
  mark?(count: number, value: T): T;
};

export type Fields = Readonly<Record<string, Field<unknown>>>;

type OptionalName<F extends Fields> = {
  [Name in keyof F]: undefined extends F[Name]['example'] ? Name : never;
}[keyof F];

type Values<F extends Fields> = { [Name in Exclude<keyof F, OptionalName<F>>]: F[Name]['example'] } & {
  [Name in OptionalName<F>]?: F[Name]['example'];
};

/** Data that a caller passes to `notify`. */
export type DataOf<F extends Fields> = keyof F extends never ? Record<string, never> : Values<F>;

/**
 * Facts from which a message is composed. They have the voucher's facts, read when the message is sent, instead of the
 * voucher's id.
 */
export type FactsOf<F extends Fields> = F extends { voucherId: unknown }
  ? Values<Omit<F, 'voucherId'>> & { voucher: VoucherFacts }
  : DataOf<F>;

const markWord = (count: number) => `Qx${String.fromCodePoint(65 + count)}xq`;
const markNumber = (count: number, value: number) => (value === 0 ? 0 : 7_000_000 + count * 1_001);

/** A text that is shown unchanged. */
export function text(example: string): Field<string> {
  return { example, say: (value) => value, mark: markWord };
}

type Fallback = Record<LanguageName, string>;

/**
 * The name of a person.
 * @param fallback shown when no part of the name is safe
 */
export function person(example: string, fallback: Fallback = { en: 'a friend', sw: 'rafiki' }) {
  return { ...text(example), fold: foldPerson(fallback) };
}

/** The name of a shop or business. */
export function business(example: string, fallback: Fallback = { en: 'your business', sw: 'biashara yako' }) {
  return { ...text(example), fold: foldBusiness(fallback) };
}

/** Words of one user to another. The message puts them in quotation marks, unless no part of them is safe. */
export function quote(example: string): Field<string> {
  return { ...text(example), say: (value) => value || undefined, fold: foldQuote };
}

/** An email address, masked or complete. */
export function address(example: string): Field<string> {
  return { ...text(example), fold: shownAddress };
}

/** Whole shillings. */
export function shillings(example: number): Field<number> {
  return { example, say: kes, mark: markNumber };
}

export function count(example: number): Field<number> {
  return { example, say: String, mark: markNumber };
}

/** An ISO time, shown as day and hour in Nairobi. */
export function moment(example: string): Field<string> {
  return {
    example,
    say: (value, language) => dayAndHour(new Date(value), language),
    mark: (count) => new Date(Date.UTC(2132, count % 12, 7, 5)).toISOString(),
  };
}

/** `yyyy-MM-dd`, shown as a day in words. */
export function wholeDay(example: string): Field<string> {
  return {
    example,
    say: (value, language) => day(new Date(`${value}T09:00:00Z`), language),
    mark: (count) => `${2132 + count}-07-15`,
  };
}

/** `yyyy-MM`, shown as the month's name and the year. */
export function month(example: string): Field<string> {
  return {
    example,
    say: monthText,
    mark: (count) => `${2132 + count}-07`,
  };
}

export function failure(example: FailureReason): Field<FailureReason> {
  return { example, say: (reason, language) => whyFailed[language][reason] };
}

/** A value that chooses between the cases of a message. */
export function choice<T extends string | boolean>(example: T): Field<T> {
  return { example };
}

/** Several values of one kind, which a message puts into lines of its own. An administrator's wording cannot have them. */
export function list<T>(example: readonly T[]): Field<readonly T[]> {
  return { example };
}

export function optional<T>(field: Field<T>): Field<T | undefined> {
  return field;
}

/** Makes the facts of a message safe for its language and channel. */
export function foldFacts<F extends object>(fields: Fields, facts: F, reading: Omit<Reading, 'facts'>): F {
  const folded = Object.entries(facts).map(([name, value]: [string, unknown]) => {
    const field = value === undefined ? undefined : fields[name];
    return [name, field?.fold ? field.fold(value, { ...reading, facts }) : value];
  });
  // `fold` returns a value of the same type for each field.
  return Object.fromEntries(folded) as F;
}

export const voucherId: Field<string> = { example: 'v' };

/**
 * Facts of a voucher that a message shows. They are read when it is sent, because no stored message may contain them.
 */
export const voucherFields = {
  /** Formatted in four groups: XXXX-XXXX-XXXX-XXXX. */
  code: text('7K3M-9QXT-2RFD-8WZA'),
  /** The voucher's number for keypads, in groups. Absent while aliases are switched off. */
  alias: optional(text('1234 5678 9012 3')),
  /** The code to dial for a gift. Absent while USSD is switched off. */
  dial: optional(text('*384*44135#')),
  /** The claim page of this voucher. */
  link: text('https://zawadi.example/v/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6'),
  value: shillings(237_500),
  balance: shillings(600),
  senderName: {
    ...text('Amina Wanjiku Kamau'),
    fold: foldGiver({ en: 'Someone', sw: 'Rafiki' }),
  } satisfies Field<string>,
  recipientName: person('Brian Otieno'),
  message: quote('Happy birthday!\nSpend it well.'),
  expiresAt: dateField(new Date('2028-11-20T20:59:59Z')),
  cloth: choice<Cloth>('birthday'),
  /** True if a shop made the voucher. The shop is then its sender and the only place to spend it. */
  isOfOneShop: optional(choice<boolean>(false)),
};

export type VoucherFacts = Values<typeof voucherFields>;
export const exampleVoucher: VoucherFacts = examplesOf(voucherFields);

/**
 * Reads the facts of a voucher when a message about it is being sent.
 * @param address phone number or email address that gets the message, so that a message to a former recipient is
 *   dropped
 * @returns undefined when the message must not be sent any more
 */
export type ResolveVoucher = (voucherId: string, address: string) => Promise<VoucherFacts | undefined>;

function dateField(example: Date): Field<Date> {
  return { example, say: day, mark: (count) => new Date(Date.UTC(2131, count % 12, 7)) };
}

export function examplesOf<F extends Fields>(fields: F): DataOf<F>;
export function examplesOf(fields: Fields): object {
  return Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
}
