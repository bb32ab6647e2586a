import { putPicture } from '@zawadi/contract/users-account';
import { generatePasswordOtp } from '@zawadi/contract/account-security-resets';
import { login } from '@zawadi/contract/users';
import { userDetails } from '@zawadi/contract/users-details';
import { purchaseDetails } from '@zawadi/contract/purchases';
import { publicSettings } from '@zawadi/contract/settings';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { call, CallFailed, CallRefused, sentenceOf } from './call.ts';
import { accessToken, answering, no, yes } from './testing/fake-server.ts';
import { onSessionLost } from './refresh.ts';
import { clearTokens, readTokens, storeTokens } from './token-store.ts';

const world = answering();
const OLD = accessToken('user-1', 'ROLE_USER', 1);
const NEW = accessToken('user-1', 'ROLE_USER', 2);
const lost = vi.fn<() => void>();
onSessionLost(lost);

beforeEach(() => {
  world.seen.length = 0;
  lost.mockClear();
  clearTokens();
});

const asked = (path: string) => world.seen.filter((one) => one.path === path);
const bearer = (token: string) => `Bearer ${token}`;
const signedIn = () => storeTokens({ accessToken: OLD, refreshToken: 'refresh-1' });

/** Fake server: accepts only the new access token, which it issues for the refresh token; answers 401 to any other. */
function afterRefreshOnly(body: unknown) {
  world.reply = ({ path, headers }) => {
    if (path === '/api/auth/v1/refresh') return yes({ accessToken: NEW, refreshToken: 'refresh-2' });
    return headers.authorization === bearer(NEW) ? yes(body) : no(401, 'unauthenticated');
  };
}

describe('call()', () => {
  test('S471 sends the token, the start id and the body, and returns the body of the answer', async () => {
    signedIn();
    world.reply = () => yes({ firstName: 'Amina' });
    await expect(call(userDetails, { body: {} })).resolves.toEqual({ firstName: 'Amina' });
    const [request] = world.seen;
    expect(request?.headers.authorization).toBe(bearer(OLD));
    expect(request?.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/u);
    expect(request?.headers['refresh-token']).toBeUndefined();
    expect(request?.body).toEqual({});
  });

  test('sends a file unchanged, with its media type', async () => {
    signedIn();
    world.reply = () => yes({ pictureUrl: '/p' });
    await call(putPicture, { body: new File(['pixels'], 'me.png', { type: 'image/png' }) });
    expect(world.seen[0]?.headers['content-type']).toBe('image/png');
    expect(world.seen[0]?.body).toBe('pixels');
  });

  test('encodes path parameters', async () => {
    signedIn();
    world.reply = () => yes({});
    await call(purchaseDetails, { params: { requestId: 'a/b' } });
    expect(world.seen[0]?.path).toBe('/api/purchases/v1/a%2Fb');
  });

  test('S472 turns a refusal into its code, sentence and fields', async () => {
    const fields = [{ path: 'email', message: 'Please enter a valid email address' }];
    const envelope = {
      responseCode: 422,
      code: 'validation_failed',
      customerMessage: 'Please check',
      traceId: 't',
      fields,
    };
    world.reply = () => ({ status: 422, body: envelope });
    const error: unknown = await call(login, { body: { email: 'x', password: 'y' } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(CallRefused);
    expect(error).toMatchObject({ status: 422, code: 'validation_failed', message: 'Please check', fields });
  });

  test('S491 says "Something went wrong" when a proxy answers with a page', async () => {
    world.reply = () => ({ status: 502, body: '<html>' });
    await expect(call(login, { body: { email: 'x', password: 'y' } })).rejects.toThrow(
      'Something went wrong',
    );
  });

  test('S473 fails as a network error if no answer arrives within 30 seconds', async () => {
    const wait = vi.spyOn(globalThis, 'setTimeout');
    // Fire the time-out only after the request arrived; otherwise the request would arrive during the next test.
    world.reply = () => {
      const [giveUp] = wait.mock.calls.find(([, afterMs]) => afterMs === 30_000) ?? [];
      giveUp?.();
      return new Promise(() => undefined);
    };
    await expect(call(login, { body: { email: 'x', password: 'y' } })).rejects.toThrow(CallFailed);
    wait.mockRestore();
  });

  test('S477 keeps the email out of the headers, where it would be logged', async () => {
    world.reply = () => yes({});
    await call(generatePasswordOtp, { body: { email: 'amina@zawadi.test' } });
    expect(world.seen[0]?.body).toEqual({ email: 'amina@zawadi.test' });
    expect(JSON.stringify(world.seen[0]?.headers)).not.toContain('amina');
  });

  test('S494 fails as a network error when the connection is cut, without a retry', async () => {
    world.reply = () => ({ status: 0, hangUp: true });
    await expect(call(login, { body: { email: 'x', password: 'y' } })).rejects.toThrow(CallFailed);
    expect(world.seen).toHaveLength(1);
  });

  test('S182 retries a GET during a short outage of the server', async () => {
    world.reply = () => (world.seen.length < 3 ? no(503, 'overloaded') : yes({ minimumPurchase: 1 }));
    await expect(call(publicSettings)).resolves.toEqual({ minimumPurchase: 1 });
    expect(world.seen).toHaveLength(3);
  });
});

describe('sentence shown for a failed call', () => {
  const sentenceFor = async (reply: ReturnType<typeof no>): Promise<string> => {
    world.reply = () => reply;
    const thrown: unknown = await call(login, { body: { email: 'x', password: 'y' } }).catch(
      (error: unknown) => error,
    );
    return sentenceOf(thrown, 'Failed to login');
  };

  test('S493 shows the server’s own sentence for a refusal', async () => {
    expect(await sentenceFor(no(409, 'some_state'))).toBe('no: some_state');
  });

  test('shows a general sentence when a proxy answers or the server has a fault', async () => {
    expect(await sentenceFor({ status: 502, body: '<html>' })).toBe('Failed to login');
    expect(await sentenceFor(no(500, 'internal_error'))).toBe('Failed to login');
  });

  test('shows the network sentence when no answer arrives', async () => {
    expect(await sentenceFor({ status: 0, hangUp: true })).toBe('Network error. Please try again.');
  });
});

describe('call with an expired token', () => {
  test('S359 repeats the call once with fresh tokens', async () => {
    signedIn();
    afterRefreshOnly({ firstName: 'Amina' });
    await expect(call(userDetails, { body: {} })).resolves.toEqual({ firstName: 'Amina' });
    expect(readTokens()).toEqual({ accessToken: NEW, refreshToken: 'refresh-2' });
    expect(lost).not.toHaveBeenCalled();
  });

  test('sends one refresh for all calls with an expired token', async () => {
    signedIn();
    afterRefreshOnly({});
    await Promise.all(Array.from({ length: 8 }, () => call(userDetails, { body: {} })));
    expect(asked('/api/auth/v1/refresh')).toHaveLength(1);
  });

  test('S362 ends the session when the refresh is refused', async () => {
    signedIn();
    world.reply = ({ path }) =>
      path === '/api/auth/v1/refresh' ? no(401, 'session_expired') : no(401, 'unauthenticated');
    await expect(call(userDetails, { body: {} })).rejects.toThrow('no: session_expired');
    expect(readTokens()).toBeUndefined();
    expect(lost).toHaveBeenCalledOnce();
  });

  test('keeps the session when the refresh fails because the network is down', async () => {
    signedIn();
    world.reply = ({ path }) =>
      path === '/api/auth/v1/refresh' ? { status: 0, hangUp: true } : no(401, 'unauthenticated');
    await expect(call(userDetails, { body: {} })).rejects.toThrow(CallFailed);
    expect(readTokens()?.refreshToken).toBe('refresh-1');
    expect(lost).not.toHaveBeenCalled();
  });

  test('S360 reports a second 403 after the refresh, and does not refresh again', async () => {
    signedIn();
    world.reply = ({ path }) =>
      path === '/api/auth/v1/refresh'
        ? yes({ accessToken: NEW, refreshToken: 'refresh-2' })
        : no(403, 'forbidden');
    await expect(call(userDetails, { body: {} })).rejects.toThrow('no: forbidden');
    expect(world.seen.map((one) => one.path)).toEqual([
      userDetails.path,
      '/api/auth/v1/refresh',
      userDetails.path,
    ]);
    expect(readTokens()?.refreshToken).toBe('refresh-2');
  });

  test('does not repeat the call as another user who signed in during the refresh', async () => {
    signedIn();
    world.reply = () => {
      storeTokens({ accessToken: accessToken('user-2', 'ROLE_USER'), refreshToken: 'other' });
      return no(401, 'unauthenticated');
    };
    await expect(call(userDetails, { body: {} })).rejects.toThrow('Your session has ended');
    expect(world.seen).toHaveLength(1);
    expect(readTokens()?.refreshToken).toBe('other');
    expect(lost).toHaveBeenCalledOnce();
  });
});

test('S363 a wrong password neither refreshes the tokens nor ends the session', async () => {
  signedIn();
  world.reply = () => no(401, 'invalid_credentials');
  await expect(call(login, { body: { email: 'x', password: 'y' } })).rejects.toThrow(
    'no: invalid_credentials',
  );
  expect(world.seen).toHaveLength(1);
  expect(world.seen[0]?.headers.authorization).toBeUndefined();
  expect(readTokens()).toBeDefined();
});

test('S503 reports a missing access token without calling the server', async () => {
  await expect(call(userDetails, { body: {} })).rejects.toThrow('No access token found');
  expect(world.seen).toHaveLength(0);
});

test('reports a code chunk that did not load as a network error, not as a field problem', () => {
  const missing = new TypeError(
    'Failed to fetch dynamically imported module: https://zawadi.test/assets/users.js',
  );
  expect(sentenceOf(missing, 'Login failed.')).toBe('Network error. Please try again.');
  expect(sentenceOf(new TypeError('x is not a function'), 'Login failed.')).toBe('Login failed.');
});
