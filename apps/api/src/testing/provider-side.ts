import { payAtPayBill, takeToken } from '@zawadi/story/pay-bill';
import type { SandboxControl } from '@zawadi/story/sandbox-control';
import { eventually } from '@zawadi/story/sandbox-control';
import { wireSample } from '@zawadi/mpesa/testing/wire-samples';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';

export type ProviderSide = ReturnType<typeof createProviderSide>;
export type LostCallback = { id: number; url: string };

/** Controls the sandbox's side of M-PESA, except phones: loses and redelivers callbacks, and pays at the pay bill. */
export function createProviderSide(baseUrl: string, sandbox: SandboxControl) {
  async function send(path: string, init: RequestInit = {}): Promise<unknown> {
    const response = await fetch(baseUrl + path, { signal: AbortSignal.timeout(15_000), ...init });
    if (!response.ok) throw new Error(`sandbox ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  async function latestLost(): Promise<LostCallback | undefined> {
    const dropped = (await sandbox.events()).find(({ title }) => title === 'Callback dropped');
    return dropped?.callbackId ? { id: dropped.callbackId, url: dropped.detail } : undefined;
  }

  return {
    reset: () => send('/control/reset', { method: 'POST' }),
    /** Runs work and loses the callback that it causes. Returns the lost callback with its URL. */
    losing: async (work: () => Promise<unknown>): Promise<LostCallback> => {
      const before = await latestLost();
      await sandbox.behave({ callback: { drop: true } });
      await work();
      const lost = await eventually('a lost callback', async () => {
        const latest = await latestLost();
        return latest?.id === before?.id ? undefined : latest;
      });
      await sandbox.behave({ callback: { drop: false } });
      return lost;
    },
    /** Delivers a lost callback again; resolves when it was answered. */
    deliver: ({ id }: LostCallback) => send(`/control/callbacks/${id}/send-again`, { method: 'POST' }),
    /** Pays at the pay bill, as a customer does by hand. Requests a new token, which invalidates the product's own. */
    payBill: (payment: { msisdn: string; amount: number; reference: string }) =>
      payAtPayBill(baseUrl, sandboxCredentials, payment),
    /** Invalidates every token that M-PESA has issued. */
    voidTokens: () => takeToken(baseUrl, sandboxCredentials),
  };
}

/** Builds the callback that reports the end of a payment prompt: Safaricom's sample with these values. */
export function stkCallback(result: {
  checkoutRequestId: string;
  resultCode?: number | string;
  amount?: number;
  receipt?: string;
}): object {
  const { checkoutRequestId: CheckoutRequestID, resultCode: ResultCode = 0, amount, receipt } = result;
  if (ResultCode !== 0) return sampleWith('stk-callback-cancelled', { CheckoutRequestID, ResultCode });
  return sampleWith('stk-callback-paid-2017', {
    CheckoutRequestID,
    ResultCode,
    Amount: amount,
    MpesaReceiptNumber: receipt,
  });
}

/** Builds the callback that reports the end of a pay-out. */
export function payOutResult(
  conversationId: string,
  result: { resultCode?: number; amount?: number; receipt?: string | undefined },
): object {
  const { resultCode: ResultCode = 0, amount, receipt: TransactionID = 'UKL0000001' } = result;
  const values = { OriginatorConversationID: conversationId, ResultCode, TransactionID };
  if (ResultCode !== 0) return sampleWith('b2c-result-failed', values);
  const parameters = { TransactionAmount: amount, TransactionReceipt: TransactionID };
  return sampleWith('b2c-result-paid', { ...values, ...parameters });
}

/** Builds the body with which M-PESA answers a status query about a completed pay-out. */
export function payOutStatus(
  conversationId: string,
  { amount: Amount, receipt: ReceiptNo }: { amount: number; receipt: string },
): object {
  return sampleWith('transaction-status-result', {
    OriginatorConversationID: conversationId,
    Amount,
    ReceiptNo,
  });
}

/**
 * Returns a sample with other values for its fields and its named list items. A field set to `undefined` is omitted.
 */
function sampleWith(sample: string, values: Record<string, unknown>): object {
  const given = new Map(Object.entries(values));
  const changed = JSON.stringify(wireSample(sample), (key, value: unknown) => {
    if (given.has(key)) return given.get(key);
    const name = value instanceof Object && ('Name' in value ? value.Name : 'Key' in value && value.Key);
    return typeof name === 'string' && given.has(name)
      ? { ...(value as object), Value: given.get(name) }
      : value;
  });
  return JSON.parse(changed) as object;
}

/** Posts to a callback URL, as anyone could who has the URL. */
export async function postTo(url: string, body: unknown): Promise<{ status: number; json: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
