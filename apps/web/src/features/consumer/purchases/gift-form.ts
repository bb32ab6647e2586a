import { normaliseMsisdn } from '@zawadi/contract/format';
import { formatKes } from '@zawadi/contract/money';
import { cloth, NO_GIFT_MESSAGE } from '@zawadi/contract/purchases';
import type { registerBasket } from '@zawadi/contract/purchases-basket';
import type { registerTransaction } from '@zawadi/contract/payments';
import type { CallInput } from '@zawadi/contract/endpoint';
import type { PublicSettings } from '@zawadi/contract/settings';
import { recipientName } from '@zawadi/contract/names';
import { email, giftMessage, msisdn } from '@zawadi/contract/text';
import { z } from 'zod';
import { say } from '../../../i18n/say.ts';
import { emptyFields, problemsOf, problemWith, type FieldProblems } from '../../forms/typed-fields.ts';
import { parseAmount } from '../amount.ts';
import { deliverAt, deliveryProblem } from './delivery.ts';

/** The fields of step 1 as typed: all values are text until they are sent. */
export const giftFormSchema = z.object({
  amount: z.string(),
  fullName: z.string(),
  phone: z.string(),
  email: z.string(),
  message: z.string(),
  cloth,
  // Drafts stored before gifts could be scheduled lack these fields.
  delivery: z.enum(['now', 'later']).default('now'),
  deliverDay: z.string().default(''),
  deliverHour: z.string().default('09'),
  showsAmount: z.boolean().default(false),
  copyToBuyer: z.boolean().default(false),
  /** `mine` is the language of the buyer's account. */
  language: z.enum(['mine', 'en', 'sw']).default('mine'),
});
export type GiftForm = z.infer<typeof giftFormSchema>;
export type GiftField = keyof GiftForm;

export const emptyGift: GiftForm = {
  amount: '',
  fullName: '',
  phone: '',
  email: '',
  message: '',
  cloth: 'plain',
  delivery: 'now',
  deliverDay: '',
  deliverHour: '09',
  showsAmount: false,
  copyToBuyer: false,
  language: 'mine',
};

/** Returns whether no field of a gift that belongs to its recipient is typed. */
export function isBlank({ amount, fullName, phone, email }: GiftForm): boolean {
  return [amount, fullName, phone, email].every((typed) => typed.trim() === '');
}

/** Returns an empty form for the next gift of a basket, with the message, cloth and day of the last one. */
export function nextGift(last: GiftForm): GiftForm {
  const { amount, fullName, phone, email, copyToBuyer } = emptyGift;
  return { ...last, amount, fullName, phone, email, copyToBuyer };
}

/** The contract's maximum length of a message, in characters. */
export const LONGEST_MESSAGE = 300;

const REQUIRED_FIELDS = ['amount', 'fullName', 'phone', 'email'] as const satisfies GiftField[];

type Limits = Pick<PublicSettings, 'minimumPurchase' | 'maximumTransaction'>;

/** Returns the problems of a gift by field: first the specification's sentences, then the contract's. */
export function giftProblems(
  typed: GiftForm,
  limits: Limits,
  now: Date = new Date(),
): FieldProblems<GiftField> {
  const found = problemsOf<GiftField>({
    amount: amountProblem(typed.amount, limits),
    fullName: problemWith(recipientName, typed.fullName),
    phone: problemWith(msisdn, typed.phone),
    email: problemWith(email, typed.email),
    message: problemWith(giftMessage, typed.message),
    cloth: undefined,
    delivery: undefined,
    deliverDay: deliveryProblem(typed, now),
    deliverHour: undefined,
    showsAmount: undefined,
    copyToBuyer: undefined,
    language: undefined,
  });
  return { ...found, ...emptyFields(typed, REQUIRED_FIELDS) };
}

function amountProblem(typed: string, limits: Limits): string | undefined {
  const amountShillings = parseAmount(typed);
  if (amountShillings === undefined) return say('Please enter a valid amount');
  if (amountShillings < limits.minimumPurchase)
    return say('The smallest gift is {amount}', { amount: formatKes(limits.minimumPurchase) });
  if (amountShillings > limits.maximumTransaction)
    return say('The largest gift is {amount}', { amount: formatKes(limits.maximumTransaction) });
  return undefined;
}

/**
 * Returns the request body that registers a valid gift.
 * @param payer M-PESA number that gets the first prompt; step 2 may change it
 */
export function giftRegistration(
  typed: GiftForm,
  payer: { id: string; phoneNumber: string },
): CallInput<typeof registerTransaction>['body'] {
  return {
    userId: payer.id,
    ...giftBody(typed),
    partyA: payerNumber(payer),
    transactionType: 'purchase',
    transactionDesc: typed.message.trim() || NO_GIFT_MESSAGE,
    paymentMethod: 'mpesa',
  };
}

/** Returns the request body that registers valid gifts as one basket. */
export function basketRegistration(
  gifts: readonly GiftForm[],
  payer: { phoneNumber: string },
): CallInput<typeof registerBasket>['body'] {
  return {
    partyA: payerNumber(payer),
    gifts: gifts.map((typed) => ({ ...giftBody(typed), message: typed.message.trim() })),
  };
}

function payerNumber({ phoneNumber }: { phoneNumber: string }): string {
  return normaliseMsisdn(phoneNumber) ?? phoneNumber;
}

function giftBody(typed: GiftForm) {
  return {
    amount: parseAmount(typed.amount) ?? 0,
    recipientMsisdn: normaliseMsisdn(typed.phone) ?? typed.phone,
    recipientEmail: typed.email.trim(),
    fullName: typed.fullName.trim(),
    cloth: typed.cloth,
    deliverAt: deliverAt(typed),
    showsAmount: typed.showsAmount,
    copyToBuyer: typed.copyToBuyer,
    ...(typed.language !== 'mine' && { language: typed.language }),
  };
}
