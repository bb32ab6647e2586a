// @vitest-environment happy-dom
import { BACKGROUND_HEADER } from '@zawadi/contract/endpoint';
import { userDetails } from '@zawadi/contract/users-details';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../api/call.ts';
import { accessToken, answering, yes } from '../../api/testing/fake-server.ts';
import { storeTokens } from '../../api/token-store.ts';
import { watchActivity } from './watch-activity.ts';

const server = answering();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  storeTokens({ accessToken: accessToken('admin-1', 'ROLE_ADMIN'), refreshToken: 'refresh' });
  server.reply = () => yes({});
  server.seen.length = 0;
  stop = watchActivity();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

async function isCallInBackground(): Promise<boolean> {
  await call(userDetails, { body: {} });
  return server.seen.at(-1)?.headers[BACKGROUND_HEADER] === '1';
}

test('marks a call as made in the background after a minute without input', async () => {
  expect(await isCallInBackground()).toBe(false);
  vi.advanceTimersByTime(61_000);
  expect(await isCallInBackground()).toBe(true);
  dispatchEvent(new Event('keydown'));
  expect(await isCallInBackground()).toBe(false);
  stop();
  vi.advanceTimersByTime(61_000);
  expect(await isCallInBackground()).toBe(false);
});

test('reports activity every five minutes while a person types, and nothing while the page is idle', async () => {
  for (let minute = 0; minute < 11; minute += 1) {
    dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(60_000);
  }
  await vi.waitFor(() => expect(server.seen).toHaveLength(2));
  expect(server.seen.map(({ headers }) => headers[BACKGROUND_HEADER])).toEqual([undefined, undefined]);
  vi.advanceTimersByTime(60 * 60_000);
  expect(server.seen).toHaveLength(2);
});
