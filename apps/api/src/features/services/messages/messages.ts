import { isDeepStrictEqual } from 'node:util';
import type { LanguageName, TransactionType } from '@zawadi/contract';
import { accountMessages } from './copy/accounts.ts';
import { administratorMessages } from './copy/administrators.ts';
import { basketMessages } from './copy/baskets.ts';
import { dailyFiguresMessages } from './copy/daily-figures.ts';
import { contactMessages } from './copy/contacts.ts';
import { firstPasswordMessages } from './copy/first-passwords.ts';
import { giftSmsMessages } from './copy/gift-sms.ts';
import { giftMessages } from './copy/gifts.ts';
import { lostContactMessages } from './copy/lost-contacts.ts';
import { merchantMessages } from './copy/merchants.ts';
import { merchantPeopleMessages } from './copy/merchant-people.ts';
import { merchantPayOutMessages } from './copy/merchant-pay-outs.ts';
import { merchantApiKeyMessages } from './copy/merchant-api-keys.ts';
import { consumerSupportMessages } from './copy/consumer-support.ts';
import { merchantSupportMessages } from './copy/merchant-support.ts';
import { purchaseMessages } from './copy/purchases.ts';
import { refundMessages } from './copy/refunds.ts';
import { secondFactorMessages } from './copy/second-factor.ts';
import { settlementMessages } from './copy/settlements.ts';
import { signInMessages } from './copy/sign-in.ts';
import { ussdMessages } from './copy/ussd.ts';
import { voucherMessages } from './copy/vouchers.ts';
import { walletCorrectionMessages } from './copy/wallet-corrections.ts';
import { walletFreezeMessages } from './copy/wallet-freeze.ts';
import { withdrawalMessages } from './copy/withdrawals.ts';
import { examplesOf, exampleVoucher, type DataOf, type Fields } from './fields.ts';
import type { Channel, Declaration, Email } from './message.ts';

/** All messages, in the order in which administrators see them. */
const messages = {
  ...contactMessages,
  ...signInMessages,
  ...secondFactorMessages,
  ...accountMessages,
  ...walletCorrectionMessages,
  ...walletFreezeMessages,
  ...ussdMessages,
  ...lostContactMessages,
  ...firstPasswordMessages,
  ...merchantMessages,
  ...merchantPeopleMessages,
  ...merchantPayOutMessages,
  ...merchantApiKeyMessages,
  ...merchantSupportMessages,
  ...consumerSupportMessages,
  ...giftMessages,
  ...giftSmsMessages,
  ...voucherMessages,
  ...purchaseMessages,
  ...basketMessages,
  ...refundMessages,
  ...withdrawalMessages,
  ...settlementMessages,
  ...administratorMessages,
  ...dailyFiguresMessages,
};

type Messages = typeof messages;
export type Template = keyof Messages;

/** The data that callers pass with each message; the text is composed when the message is sent. */
export type TemplateData = { [T in Template]: DataOf<Messages[T]['data']> };

/** Messages that are sent by a channel. */
export type TemplateBy<C extends Channel> = {
  [T in Template]: C extends keyof Messages[T] ? T : never;
}[Template];

type AnyCopy<Text> = Record<LanguageName, (facts: object) => Text>;

/** A message without the types of its data. */
type AnyMessage = Partial<Omit<Declaration<Fields>, 'cases' | Channel>> & {
  cases?: Record<string, { title: string; when?: (facts: object) => boolean; example?: object }>;
  data: Fields;
  sms?: AnyCopy<string>;
  email?: AnyCopy<Email>;
  push?: Omit<Declaration<Fields>['push'], 'body'> & { body: AnyCopy<string> };
};

/**
 * Returns a message by name, without the types of its data: `notify` has already checked template, data and channel
 * together.
 */
export function messageOf(template: Template): AnyMessage {
  return messages[template] as AnyMessage;
}

export const templates = Object.keys(messages) as Template[];

const FOR_ADMINISTRATORS: ReadonlySet<string> = new Set([
  'administrator-welcome',
  'administrator-password-reset',
  'support-request',
  ...Object.keys(administratorMessages),
  ...Object.keys(dailyFiguresMessages),
]);
const FOR_MERCHANTS = {
  ...firstPasswordMessages,
  ...merchantMessages,
  ...merchantPeopleMessages,
  ...merchantPayOutMessages,
  ...merchantApiKeyMessages,
  ...merchantSupportMessages,
  ...settlementMessages,
};
const FOR_EVERYBODY = { ...signInMessages, ...secondFactorMessages };

const NEEDS_TWO_TO_REWORD: ReadonlySet<string> = new Set([
  ...[contactMessages, signInMessages, secondFactorMessages, accountMessages].flatMap(Object.keys),
  ...[walletFreezeMessages, lostContactMessages, firstPasswordMessages, merchantApiKeyMessages].flatMap(
    Object.keys,
  ),
  ...Object.keys(administratorMessages),
  'contact-email-code',
  'contact-email-asked',
  'contact-email-changed',
  'api-secret-renewed',
  'payout-channel-set',
  'payout-channel-changed',
  'payout-channel-waits',
  'payout-channel-refused',
  'merchant-contact-moved',
  ...Object.keys(ussdMessages),
  'withdrawal-otp',
  'wallet-payment-otp',
  'withdrawal-completed',
]);

/**
 * Whether two administrators have to change the wording, because the message is about codes, resets, sign-in or pay-out
 * channels.
 */
export function needsTwoToReword(template: Template): boolean {
  return NEEDS_TWO_TO_REWORD.has(template);
}

export type Audience = 'consumers' | 'merchants' | 'administrators' | 'everybody';

/** Returns the audience of a message. */
export function audienceOf(template: Template): Audience {
  if (FOR_ADMINISTRATORS.has(template)) return 'administrators';
  if (template in FOR_MERCHANTS) return 'merchants';
  // A sign-up for an existing account sends `account-exists`, and only consumers sign up themselves.
  return template in FOR_EVERYBODY && template !== 'account-exists' ? 'everybody' : 'consumers';
}

/** Builds the dedupe key of a notice in the outbox. */
export function noticeKey(template: Template, dedupeKey: string): string {
  return `${template}:${dedupeKey}`;
}

/**
 * Lists the dedupe keys of all messages about a transaction.
 * @param ids the ids that callers of `notify` passed as `dedupeKey`, by their kind
 */
export function noticeKeysAbout(
  type: TransactionType,
  ids: Record<NonNullable<AnyMessage['about']>['dedupeKey'], string[]>,
): string[] {
  return templates.flatMap((template) => {
    const { about } = messageOf(template);
    return about?.type === type ? ids[about.dedupeKey].map((id) => noticeKey(template, id)) : [];
  });
}

export type MessageCase = {
  /** `template`, or `template.case`. */
  name: string;
  template: Template;
  title: string;
  example: object;
};

export const messageCases: readonly MessageCase[] = templates.flatMap((template) => {
  const { title = '', cases } = messageOf(template);
  if (!cases) return [{ name: template, template, title, example: {} }];
  return Object.entries(cases).map(([name, { title, example = {} }]) => ({
    name: `${template}.${name}`,
    template,
    title,
    example,
  }));
});

/** Finds the case of a message that has these facts. */
export function caseOf(template: Template, facts: object): string | undefined {
  const { cases } = messageOf(template);
  if (!cases) return template;
  const found = Object.entries(cases).find(([, { when, example }]) =>
    when ? when(facts) : isDeepStrictEqual({ ...facts, ...example }, facts),
  );
  return found && `${template}.${found[0]}`;
}

/** Returns the longest realistic facts of a case. */
export function exampleFactsOf({ template, example }: MessageCase): object {
  const { voucherId, ...data } = messageOf(template).data;
  return { ...examplesOf(data), ...(voucherId && { voucher: exampleVoucher }), ...example };
}
