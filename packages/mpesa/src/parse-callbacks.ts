import { parseNairobi } from './nairobi-time.ts';
import { readShillings } from './wire-amounts.ts';
import { stkCallbackSchema } from './wire/stk.ts';
import { c2bPaymentSchema } from './wire/c2b.ts';

export type StkCallback = {
  kind: 'stk';
  merchantRequestId?: string;
  checkoutRequestId: string;
  resultCode: string;
  resultDescription: string;
  isSuccess: boolean;
  receipt?: string;
  amountShillings?: number;
  msisdn?: string;
  completedAt?: Date;
};

export type C2bPayment = {
  kind: 'c2b';
  receipt: string;
  amountShillings?: number;
  /** The account number that the customer typed. */
  billReference: string;
  shortCode: string;
  /** The payer's number, such as 25470****149: M-PESA hides the middle. */
  maskedMsisdn: string;
  payerName: string;
  completedAt?: Date;
};

export type QueueTimeout = {
  kind: 'queue_timeout';
  originatorConversationId?: string;
  conversationId?: string;
};

const maxDepth = 6;

/**
 * Reads the body of an STK callback. Callbacks are unsigned, so the body does not prove that M-PESA sent it.
 * @returns undefined if this is not an STK callback
 */
export function parseStkCallback(json: unknown): StkCallback | undefined {
  const parsed = stkCallbackSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const callback = parsed.data.Body.stkCallback;
  const items = new Map(callback.CallbackMetadata?.Item.map((item) => [item.Name, item.Value]));
  return {
    kind: 'stk',
    merchantRequestId: callback.MerchantRequestID ?? undefined,
    checkoutRequestId: callback.CheckoutRequestID,
    resultCode: callback.ResultCode,
    resultDescription: callback.ResultDesc,
    isSuccess: callback.ResultCode === '0',
    receipt: textOf(items.get('MpesaReceiptNumber'))?.toUpperCase() || undefined,
    amountShillings: readShillings(items.get('Amount')),
    msisdn: textOf(items.get('PhoneNumber')),
    completedAt: parseNairobi(items.get('TransactionDate')),
  };
}

/**
 * Reads the body of a C2B validation or confirmation request (v3/CustomerToBusinessRegisterURL).
 * @returns undefined if this is neither
 */
export function parseC2b(json: unknown): C2bPayment | undefined {
  const parsed = c2bPaymentSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const payment = parsed.data;
  return {
    kind: 'c2b',
    receipt: payment.TransID.toUpperCase(),
    amountShillings: readShillings(payment.TransAmount),
    billReference: payment.BillRefNumber.trim(),
    shortCode: payment.BusinessShortCode,
    maskedMsisdn: payment.MSISDN,
    payerName: [payment.FirstName, payment.MiddleName, payment.LastName].filter(Boolean).join(' '),
    completedAt: parseNairobi(payment.TransTime),
  };
}

/**
 * Reads the body of a queue time-out. Its format is undocumented, so this searches the whole body for the ids. A queue
 * time-out is not a failure: a result may still arrive, so query the transaction's status.
 */
export function parseQueueTimeout(json: unknown): QueueTimeout {
  return {
    kind: 'queue_timeout',
    originatorConversationId: findText(json, 'OriginatorConversationID', maxDepth),
    conversationId: findText(json, 'ConversationID', maxDepth),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
}

function findText(json: unknown, key: string, depth: number): string | undefined {
  if (typeof json !== 'object' || json === null || depth === 0) return undefined;
  for (const [name, value] of Object.entries(json) as [string, unknown][]) {
    if (name === key && typeof value === 'string') return value;
    const deeper = findText(value, key, depth - 1);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}
