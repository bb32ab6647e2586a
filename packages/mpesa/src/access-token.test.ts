import { expect, test } from 'vitest';
import { clientOf, push, pushReply, replyJson, startProvider } from './testing/start-provider.ts';
import { createMemoryTokenStore } from './token-store.ts';

test('every error code for a bad token renews the token once and resends the same body', async () => {
  for (const [status, errorCode] of [
    [404, '404.001.03'],
    [401, '401.002.01'],
    [400, '400.003.01'],
  ] as const) {
    const provider = await startProvider((request, response) =>
      request.headers.authorization === 'Bearer token-2'
        ? replyJson(response, 200, pushReply)
        : replyJson(response, status, { errorCode, errorMessage: 'Invalid Access Token' }),
    );
    expect(await clientOf(provider.baseUrl).stkPush(push)).toMatchObject({ outcome: 'accepted' });
    expect(provider.tokensAsked).toBe(2);
    expect(provider.requests[1]).toEqual(provider.requests[0]);
  }
});

test('a call whose renewed token is refused, too, ends as rejected', async () => {
  const provider = await startProvider((_, response) =>
    replyJson(response, 404, { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' }),
  );
  expect(await clientOf(provider.baseUrl).stkPush(push)).toMatchObject({ reason: 'token_refused' });
  expect(provider.requests).toHaveLength(2);
});

test('F13 a hundred concurrent calls request one token, and two clients with one store share a token', async () => {
  const provider = await startProvider((_, response) => replyJson(response, 200, pushReply));
  const memory = createMemoryTokenStore();
  let locksTaken = 0;
  const withLock = <Value>(work: () => Promise<Value>) => {
    locksTaken += 1;
    return memory.withLock(work);
  };
  const tokenStore = { ...memory, withLock };
  const first = clientOf(provider.baseUrl, { tokenStore });
  const second = clientOf(provider.baseUrl, { tokenStore });

  const calls = Array.from({ length: 50 }, () => [first.stkPush(push), second.stkPush(push)]).flat();
  expect((await Promise.all(calls)).every((answer) => answer.outcome === 'accepted')).toBe(true);
  expect(provider.tokensAsked).toBe(1);
  expect(locksTaken, 'one for each client').toBe(2);
});

test('a token is renewed a minute before it expires', async () => {
  const provider = await startProvider((_, response) => replyJson(response, 200, pushReply));
  let now = new Date('2026-11-20T08:00:00Z');
  const client = clientOf(provider.baseUrl, { clock: () => now });

  await client.stkPush(push);
  now = new Date('2026-11-20T08:58:00Z');
  await client.stkPush(push);
  expect(provider.tokensAsked).toBe(1);
  now = new Date('2026-11-20T08:59:00Z');
  await client.stkPush(push);
  expect(provider.tokensAsked).toBe(2);
});

test('a failing token store makes the outcome unknown instead of throwing', async () => {
  const provider = await startProvider((_, response) => replyJson(response, 200, pushReply));
  const tokenStore = { ...createMemoryTokenStore(), read: () => Promise.reject(new Error('down')) };
  const answer = await clientOf(provider.baseUrl, { tokenStore }).stkPush(push);
  expect(answer).toMatchObject({ outcome: 'unknown', cause: 'not_sent' });
});
