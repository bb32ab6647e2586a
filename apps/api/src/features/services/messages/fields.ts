import type { Cloth, FailureReason, LanguageName } from '@zawadi/contract';
import { day, dayAndHour, kes, monthText, whyFailed } from './copy/phrases.ts';
import { foldBusiness, foldGiver, foldPerson, foldQuote, shownAddress, type Reading } from './fold.ts';

export type TextChannel = 'sms' | 'email';

/** One value that a message is made from. */
type Field<T> = {
  /** At its longest, so that what fits here fits everywhere. */
  example: T;
  /** How `{name}` reads in an administrator's wording; absent for what chooses between cases and is not said itself. */
  say?(value: T, language: LanguageName, channel: TextChannel): string | undefined;
  /** Makes what a stranger has typed safe to read, before any copy is made from it. */
  fold?(value: T, reading: Reading): T;
  /** A value that appears in no copy, so that a text made from it shows where the field stands. */
  mark?(count: number, value: T): T;
};

export type Fields = Readonly<Record<string, Field<unknown>>>;

type OptionalName<F extends Fields> = {
  [Name in keyof F]: undefined extends F[Name]['example'] ? Name : never;
}[keyof F];

type Values<F extends Fields> = { [Name in Exclude<keyof F, OptionalName<F>>]: F[Name]['example'] } & {
  [Name in OptionalName<F>]?: F[Name]['example'];
};

/** What a caller of `notify` says. */
export type DataOf<F extends Fields> = keyof F extends never ? Record<string, never> : Values<F>;

/** What the copy is made from: of a voucher not its id but what is looked up when the message is sent. */
export type FactsOf<F extends Fields> = F extends { voucherId: unknown }
  ? Values<Omit<F, 'voucherId'>> & { voucher: VoucherFacts }
  : DataOf<F>;

const markWord = (count: number) => `Qx${String.fromCodePoint(65 + count)}xq`;
const markNumber = (count: number, value: number) => (value === 0 ? 0 : 7_000_000 + count * 1_001);

/** Said as it is. */
export function text(example: string): Field<string> {
  return { example, say: (value) => value, mark: markWord };
}

type Fallback = Record<LanguageName, string>;

/** The name of a person. @param fallback what is said when nothing is left of a name */
export function person(example: string, fallback: Fallback = { en: 'a friend', sw: 'rafiki' }) {
  return { ...text(example), fold: foldPerson(fallback) };
}

/** The name of a shop or business. */
export function business(example: string, fallback: Fallback = { en: 'your business', sw: 'biashara yako' }) {
  return { ...text(example), fold: foldBusiness(fallback) };
}

/** What one person wrote to another; the copy puts it in quotation marks, unless nothing is left of it. */
export function quote(example: string): Field<string> {
  return { ...text(example), say: (value) => value || undefined, fold: foldQuote };
}

/** An email address, masked or whole. */
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

/** An ISO time, said as day and hour in Nairobi. */
export function moment(example: string): Field<string> {
  return {
    example,
    say: (value, language) => dayAndHour(new Date(value), language),
    mark: (count) => new Date(Date.UTC(2132, count % 12, 7, 5)).toISOString(),
  };
}

/** `yyyy-MM`, said as the month's name and the year. */
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

/** Chooses between cases. */
export function choice<T extends string | boolean>(example: T): Field<T> {
  return { example };
}

export function optional<T>(field: Field<T>): Field<T | undefined> {
  return field;
}

/** The facts of a message as its copy may say them in this language and by this channel. */
export function foldFacts<F extends object>(fields: Fields, facts: F, reading: Omit<Reading, 'facts'>): F {
  const folded = Object.entries(facts).map(([name, value]: [string, unknown]) => {
    const field = value === undefined ? undefined : fields[name];
    return [name, field?.fold ? field.fold(value, { ...reading, facts }) : value];
  });
  // Each field folds a value of its own kind to one of the same.
  return Object.fromEntries(folded) as F;
}

export const voucherId: Field<string> = { example: 'v' };

/** What a message about a voucher needs and no stored message may contain. */
export const voucherFields = {
  /** In four groups, as people read it. */
  code: text('7K3M-9QXT-2RFD-8WZA'),
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
  /** Made by a shop, which is its sender and the only place to spend it. */
  isOfOneShop: optional(choice<boolean>(false)),
};

export type VoucherFacts = Values<typeof voucherFields>;
export const exampleVoucher: VoucherFacts = examplesOf(voucherFields);

/**
 * Looks a voucher up when a message about it is being sent.
 * @param address the phone number or email address the message goes to, so that a message to a former recipient can
 *   be dropped
 * @returns undefined when there is nothing to tell any more; the message is then dropped
 */
export type ResolveVoucher = (voucherId: string, address: string) => Promise<VoucherFacts | undefined>;

function dateField(example: Date): Field<Date> {
  return { example, say: day, mark: (count) => new Date(Date.UTC(2131, count % 12, 7)) };
}

export function examplesOf<F extends Fields>(fields: F): DataOf<F>;
export function examplesOf(fields: Fields): object {
  return Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
}
