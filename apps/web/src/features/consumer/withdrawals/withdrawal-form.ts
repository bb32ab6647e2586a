import type { CallInput } from '@zawadi/contract/endpoint';
import { normaliseMsisdn } from '@zawadi/contract/format';
import { formatKes } from '@zawadi/contract/money';
import type { registerTransaction } from '@zawadi/contract/payments';
import { recipientName } from '@zawadi/contract/names';
import { email, msisdn } from '@zawadi/contract/text';
import { z } from 'zod';
import { say } from '../../../i18n/say.ts';
import { parseAmount } from '../amount.ts';
import { emptyFields, problemsOf, problemWith, type FieldProblems } from '../../forms/typed-fields.ts';

/** The fields of step 1 as typed: all values are text until they are sent. */
export const withdrawalFormSchema = z.object({
  amount: z.string(),
  phone: z.string(),
  email: z.string(),
  fullName: z.string(),
});
export type WithdrawalForm = z.infer<typeof withdrawalFormSchema>;
export type WithdrawalField = keyof WithdrawalForm;

export const QUICK_AMOUNTS = [100, 500, 1000, 2000] as const;

const REQUIRED_FIELDS = ['amount', 'phone', 'fullName'] as const satisfies WithdrawalField[];

/** Limits in whole shillings. The maximum is the balance, or the rest of today's limit if that is lower. */
export type WithdrawalLimits = { balance: number; maximum: number; minimum: number };

/** Whether the owner has an email address. Without one, the email field may stay empty. */
type Owner = { hasEmail: boolean };

/** Returns the problems of a withdrawal by field: first the specification's sentences, then the contract's. */
export function withdrawalProblems(
  typed: WithdrawalForm,
  limits: WithdrawalLimits,
  { hasEmail }: Owner = { hasEmail: true },
): FieldProblems<WithdrawalField> {
  const isEmailLeftOut = !hasEmail && typed.email.trim() === '';
  const found = problemsOf<WithdrawalField>({
    amount: amountProblem(typed.amount, limits),
    phone: problemWith(msisdn, typed.phone),
    email: isEmailLeftOut ? undefined : problemWith(email, typed.email),
    fullName: problemWith(recipientName, typed.fullName),
  });
  return { ...found, ...emptyFields(typed, [...REQUIRED_FIELDS, ...(hasEmail ? (['email'] as const) : [])]) };
}

function amountProblem(typed: string, limits: WithdrawalLimits): string | undefined {
  const amountShillings = parseAmount(typed);
  if (amountShillings === undefined) return say('Please enter a valid amount');
  const isMoreThanThere = amountShillings > limits.balance;
  if (amountShillings < limits.minimum && !isMoreThanThere)
    return say('Minimum withdrawal amount is KES {minimum}', { minimum: limits.minimum });
  return excessProblem(typed, limits);
}

/**
 * Returns the problem if the typed amount is already too high. It is shown while the user types, since more digits
 * cannot fix it.
 */
export function excessProblem(typed: string, { balance, maximum }: WithdrawalLimits): string | undefined {
  const amountShillings = parseAmount(typed) ?? 0;
  if (amountShillings > balance) return say('Insufficient wallet balance');
  if (amountShillings > maximum)
    return say('Today you can still withdraw {amount}', { amount: formatKes(maximum) });
  return undefined;
}

/** Formats the hint `Minimum: KES 10 • Maximum: KES 12,850`. */
export function limitsHint({ minimum, maximum }: WithdrawalLimits): string {
  return say('Minimum: {minimum} • Maximum: {maximum}', {
    minimum: formatKes(minimum),
    maximum: formatKes(maximum),
  });
}

/** Returns whether a quick amount is within the limits; the form shows other quick amounts disabled. */
export function isOffered(amountShillings: number, { minimum, maximum }: WithdrawalLimits): boolean {
  return amountShillings >= minimum && amountShillings <= maximum;
}

/** Returns the request body that registers a valid withdrawal. Both phone numbers in it are the receiver's. */
export function withdrawalRegistration(
  typed: WithdrawalForm,
  userId: string,
): CallInput<typeof registerTransaction>['body'] {
  const phone = normaliseMsisdn(typed.phone) ?? typed.phone;
  return {
    userId,
    amount: parseAmount(typed.amount) ?? 0,
    recipientMsisdn: phone,
    partyA: phone,
    recipientEmail: typed.email.trim() || undefined,
    fullName: typed.fullName.trim(),
    transactionType: 'withdraw',
    transactionDesc: say('Withdraw'),
    paymentMethod: 'mpesa',
  };
}
