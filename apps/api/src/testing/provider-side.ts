import { payAtPayBill, takeToken } from '@zawadi/story/pay-bill';
import type { SandboxControl } from '@zawadi/story/sandbox-control';
import { eventually } from '@zawadi/story/sandbox-control';
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

/** The body with which M-PESA reports the end of a prompt. */
export function stkCallback(result: {
  checkoutRequestId: string;
  resultCode?: number | string;
  amount?: number;
  receipt?: string;
}): object {
  const { checkoutRequestId, resultCode = 0, amount, receipt } = result;
  const items = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'Balance' },
  ];
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: '29115-34620561-1',
        CheckoutRequestID: checkoutRequestId,
        ResultCode: resultCode,
        ResultDesc: 'As the test says',
        ...(resultCode === 0 && { CallbackMetadata: { Item: items } }),
      },
    },
  };
}

/** Posts to a callback address, as any caller can who knows it. */
export async function postTo(url: string, body: unknown): Promise<{ status: number; json: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
