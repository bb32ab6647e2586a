import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { everyRow } from '../../../testing/every-row.ts';
import { createSmsSender } from './send-sms.ts';

const closers: (() => void)[] = [];
const signal = new AbortController().signal;

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

test('sends the request that Africa’s Talking expects', async () => {
  const provider = await startProvider((_, response) => answer(response, 201, accepted(101)));
  const outcome = await send(provider, '254712000001', 'Code & more: 7K3M');
  expect(outcome).toEqual({ kind: 'done', providerId: 'ATXid_1' });
  const [request] = provider.requests;
  expect(request?.method).toBe('POST');
  expect(request?.url).toBe('/version1/messaging');
  expect(request?.headers).toMatchObject({
    apikey: 'key',
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  });
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    username: 'user',
    to: '+254712000001',
    message: 'Code & more: 7K3M',
    from: 'ZAWADI',
    bulkSMSMode: '1',
    enqueue: '1',
  });
});

test('accepts an SMS if the recipient’s code is 100, 101 or 102', async () => {
  await everyRow([100, 101, 102, '101'], String, async (statusCode) => {
    const provider = await startProvider((_, response) => answer(response, 201, accepted(statusCode)));
    expect(JSON.stringify(await send(provider))).toBe('{"kind":"done","providerId":"ATXid_1"}');
  });
});

test('gives up an SMS if a 201 response refuses its recipient', async () => {
  await everyRow([401, 403, 404, 406, 409], String, async (statusCode) => {
    const provider = await startProvider((_, response) => answer(response, 201, accepted(statusCode)));
    expect(await send(provider)).toMatchObject({ kind: 'dead' });
  });
});

test('retries an SMS after a temporary code', async () => {
  await everyRow([402, 405, 407, 500, 501, 502], String, async (statusCode) => {
    const provider = await startProvider((_, response) => answer(response, 201, accepted(statusCode)));
    expect(await send(provider)).toMatchObject({ kind: 'retry' });
  });
});

test('retries an SMS if the response lists no recipient, because nothing was sent', async () => {
  const noRecipient = { SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } };
  const provider = await startProvider((_, response) => answer(response, 201, noRecipient));
  expect(await send(provider)).toEqual({ kind: 'retry', reason: 'no recipient accepted' });
});

test('retries an SMS after HTTP 400, 401, 429, 500 or 503, because nothing was sent', async () => {
  await everyRow([400, 401, 429, 500, 503], String, async (status) => {
    const provider = await startProvider((_, response) => answer(response, status, 'no'));
    expect(await send(provider)).toEqual({ kind: 'retry', reason: `HTTP ${status}` });
  });
});

test('the outcome of an SMS is unknown after HTTP 200, 502 or 504', async () => {
  await everyRow([200, 502, 504], String, async (status) => {
    const provider = await startProvider((_, response) => answer(response, status, 'no'));
    expect(await send(provider)).toEqual({ kind: 'unknown', reason: `HTTP ${status}` });
  });
});

test('the outcome of an SMS is unknown if the response has no known code', async () => {
  await everyRow(
    ['', 'not json', '{}', '{"SMSMessageData":null}', JSON.stringify(accepted(999))],
    String,
    async (body) => {
      const provider = await startProvider((_, response) => answer(response, 201, body));
      expect(await send(provider)).toMatchObject({ kind: 'unknown' });
    },
  );
});

test('the outcome of an SMS is unknown if the provider hangs up after the request or never answers', async () => {
  const cut = await startProvider((request) => void request.socket.destroy());
  expect(await send(cut)).toEqual({ kind: 'unknown', reason: 'no answer' });
  const silent = await startProvider(() => {});
  expect(await send(silent)).toEqual({ kind: 'unknown', reason: 'no answer' });
  expect(silent.requests).toHaveLength(1);
});

test('retries an SMS if the provider is unreachable, because nothing was sent', async () => {
  const gone = await startProvider(() => {});
  for (const close of closers.splice(0)) close();
  expect(await send(gone)).toEqual({ kind: 'retry', reason: 'cannot connect' });
});

test('the end of the lease aborts the request to the SMS provider', async () => {
  const silent = await startProvider(() => {});
  const outcome = await createSmsSender(accountOf(silent))('254712000001', 'text', AbortSignal.timeout(50));
  expect(outcome).toMatchObject({ kind: 'unknown' });
});

type Provider = {
  baseUrl: string;
  requests: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[];
};

async function startProvider(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Provider> {
  const requests: Provider['requests'] = [];
  const server = createServer((request, response) => {
    // Another test's server may get the same port; fetch would send its request on the connection to this one.
    response.shouldKeepAlive = false;
    void text(request).then((body) => {
      requests.push({ method: request.method, url: request.url, headers: request.headers, body });
      respond(request, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function answer(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function accepted(statusCode: number | string): object {
  return {
    SMSMessageData: {
      Message: 'Sent to 1/1 Total Cost: KES 0.8000',
      Recipients: [
        { statusCode, number: '+254712000001', status: 'Success', cost: 'KES 0.8000', messageId: 'ATXid_1' },
      ],
    },
  };
}

function accountOf({ baseUrl }: Provider) {
  return { baseUrl, username: 'user', apiKey: 'key', from: 'ZAWADI', timeoutMs: 300 };
}

function send(provider: Provider, to = '254712000001', words = 'text') {
  return createSmsSender(accountOf(provider))(to, words, signal);
}
