import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createMpesaClient } from '../client.ts';
import type { MpesaClientOptions } from '../client-context.ts';
import { testCertificatePem } from './test-certificate.ts';

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Record<string, unknown>,
) => void;

/** Starts a fake provider. It issues numbered tokens; the test's handler answers all other requests. */
export async function startProvider(handler: Handler) {
  const provider = { baseUrl: '', tokensAsked: 0, requests: [] as Record<string, unknown>[] };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/oauth')) {
      provider.tokensAsked += 1;
      response.end(JSON.stringify({ access_token: `token-${provider.tokensAsked}`, expires_in: '3599' }));
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      provider.requests.push(body);
      handler(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  provider.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

export function clientOf(baseUrl: string, more: Partial<MpesaClientOptions> = {}) {
  return createMpesaClient({
    baseUrl,
    consumerKey: 'key',
    consumerSecret: 'secret',
    shortCode: '600100',
    passkey: 'passkey',
    initiatorName: 'zawadi',
    initiatorPassword: 'Initiator#1',
    certificatePem: testCertificatePem,
    callbackBaseUrl: 'https://gifts.example/api/hooks/',
    timeoutMs: 20_000,
    ...more,
  });
}

export const push = {
  msisdn: '254712000001',
  amountShillings: 1000,
  accountReference: 'ZW7Q4MTXZW7Q4MTX',
  description: 'Payment for Gift',
  callbackToken: 'ab12',
};
export const payout = {
  originatorConversationId: 'pay-1',
  msisdn: '254712000001',
  amountShillings: 975,
  remarks: 'Withdrawal',
  callbackToken: 'cd34',
};

export function replyJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const pushReply = {
  MerchantRequestID: 'm-1',
  CheckoutRequestID: 'ws_CO_1',
  ResponseCode: '0',
  ResponseDescription: 'Success',
  CustomerMessage: 'Success',
};
