import { payAtPayBill, takeToken } from '@zawadi/story/pay-bill';
import type { SandboxControl } from '@zawadi/story/sandbox-control';
import { eventually } from '@zawadi/story/sandbox-control';
import { wireSample } from '@zawadi/mpesa/testing/wire-samples';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';

export type ProviderSide = ReturnType<typeof createProviderSide>;
export type LostCallback = { id: number; url: string };

/** Controls M-PESA's side beyond phones: loses callbacks and redelivers them, and takes money at the pay bill. */
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
    /** Loses the callback caused by `work`; its address is returned. */
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
    /** Delivers a lost callback after all; resolves when it was answered. */
    deliver: ({ id }: LostCallback) => send(`/control/callbacks/${id}/send-again`, { method: 'POST' }),
    /**
     * Pays at the pay bill by hand, as a customer. Invalidates the product's token, as every request for a token
     * does.
     */
    payBill: (payment: { msisdn: string; amount: number; reference: string }) =>
      payAtPayBill(baseUrl, sandboxCredentials, payment),
    /** Invalidates every token that M-PESA has issued. */
    voidTokens: () => takeToken(baseUrl, sandboxCredentials),
  };
}

/** Builds the body with which M-PESA reports the end of a prompt: Safaricom's own sample with these values. */
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

/** Builds the body with which M-PESA reports the end of a pay-out. */
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

/** Returns a sample with other values for its fields and its named list items; an undefined one is left out. */
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

/** Posts to a callback address, as every caller can who has it. */
export async function postTo(url: string, body: unknown): Promise<{ status: number; json: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
