import { payAtPayBill, takeToken } from '@zawadi/story/pay-bill';
import type { SandboxControl } from '@zawadi/story/sandbox-control';
import { eventually } from '@zawadi/story/sandbox-control';
import { wireSample } from '@zawadi/mpesa/testing/wire-samples';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';

export type ProviderSide = ReturnType<typeof createProviderSide>;
export type LostCallback = { id: number; url: string };

/** What M-PESA's side can do beyond phones: lose callbacks and find them again, and take money at the pay bill. */
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
    /** Loses the callback of what `work` makes happen; the address it was for is known then. */
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
    /** The lost callback arrives after all; resolves when it was answered. */
    deliver: ({ id }: LostCallback) => send(`/control/callbacks/${id}/send-again`, { method: 'POST' }),
    /** A customer pays at the pay bill by hand. Costs the product its token, like everything that asks for one. */
    payBill: (payment: { msisdn: string; amount: number; reference: string }) =>
      payAtPayBill(baseUrl, sandboxCredentials, payment),
    /** Makes every token that M-PESA has given out worthless. */
    voidTokens: () => takeToken(baseUrl, sandboxCredentials),
  };
}

/** The body with which M-PESA reports the end of a prompt: Safaricom's own sample with these values. */
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

/** The body with which M-PESA reports the end of a pay-out. */
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

/** A sample with other values of its fields, and of what it lists by name; an undefined one is left out. */
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

/** Posts to a callback address, as every caller can who knows it. */
export async function postTo(url: string, body: unknown): Promise<{ status: number; json: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
