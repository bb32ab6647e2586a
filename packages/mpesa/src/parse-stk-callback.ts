import { parseNairobi } from './nairobi-time.ts';
import { readShillings } from './wire-amounts.ts';
import { stkCallbackSchema } from './wire/stk.ts';

export type StkCallback = {
  kind: 'stk';
  merchantRequestId: string;
  checkoutRequestId: string;
  resultCode: string;
  resultDescription: string;
  isSuccess: boolean;
  receipt?: string;
  amountShillings?: number;
  msisdn?: string;
  completedAt?: Date;
};

/**
 * Reads the body of an STK callback. It says what was sent, not that M-PESA sent it: callbacks are unsigned.
 *
 * @returns undefined when this is not an STK callback
 */
export function parseStkCallback(json: unknown): StkCallback | undefined {
  const parsed = stkCallbackSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const callback = parsed.data.Body.stkCallback;
  const items = new Map(callback.CallbackMetadata?.Item.map((item) => [item.Name, item.Value]));
  return {
    kind: 'stk',
    merchantRequestId: callback.MerchantRequestID,
    checkoutRequestId: callback.CheckoutRequestID,
    resultCode: callback.ResultCode,
    resultDescription: callback.ResultDesc,
    isSuccess: callback.ResultCode === '0',
    receipt: textOf(items.get('MpesaReceiptNumber'))?.toUpperCase(),
    amountShillings: readShillings(items.get('Amount')),
    msisdn: textOf(items.get('PhoneNumber')),
    completedAt: parseNairobi(items.get('TransactionDate')),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
}
