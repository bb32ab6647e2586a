import { parseNairobi } from './nairobi-time.ts';
import { readShillings } from './wire-amounts.ts';
import { c2bPaymentSchema } from './wire/c2b.ts';

export type C2bPayment = {
  kind: 'c2b';
  receipt: string;
  amountShillings?: number;
  /** What the customer typed as account number. */
  billReference: string;
  shortCode: string;
  /** 25470****149: M-PESA hides the middle. */
  maskedMsisdn: string;
  payerName: string;
  completedAt?: Date;
};

/**
 * Reads the body of a C2B validation or confirmation call (v3/CustomerToBusinessRegisterURL).
 *
 * @returns undefined when this is not a C2B call
 */
export function parseC2b(json: unknown): C2bPayment | undefined {
  const parsed = c2bPaymentSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const payment = parsed.data;
  return {
    kind: 'c2b',
    receipt: payment.TransID.trim().toUpperCase(),
    amountShillings: readShillings(payment.TransAmount),
    billReference: payment.BillRefNumber.trim(),
    shortCode: payment.BusinessShortCode,
    maskedMsisdn: payment.MSISDN,
    payerName: [payment.FirstName, payment.MiddleName, payment.LastName].filter(Boolean).join(' '),
    completedAt: parseNairobi(payment.TransTime),
  };
}
