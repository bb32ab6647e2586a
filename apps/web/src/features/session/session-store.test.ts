import { userDetails } from '@zawadi/contract/users-details';
import { beforeEach, expect, test, vi } from 'vitest';
import { accessToken, answering, no, yes } from '../../api/testing/fake-server.ts';

const world = answering();

// Each test starts as a page that was just opened.
beforeEach(() => {
  vi.resetModules();
  world.reply = () => yes({ id: 'user-1' });
});

async function openPage() {
  const { clearTokens, storeTokens } = await import('../../api/token-store.ts');
  await (await import('../../api/sealed-storage.ts')).prepareSeal();
  const { sessionStore } = await import('./session-store.ts');
  const changes = vi.fn<() => void>();
  sessionStore.watchIdentity(changes);
  return { clearTokens, storeTokens, sessionStore, changes };
}

const tokensOf = (sub: string) => ({
  accessToken: accessToken(sub, 'ROLE_USER'),
  refreshToken: `refresh-${sub}`,
});

test('the first answer about who is signed in does not count as a change of user', async () => {
  const { storeTokens, sessionStore, changes } = await openPage();
  storeTokens(tokensOf('user-1'));
  await expect(sessionStore.settled()).resolves.toMatchObject({ status: 'signed-in', subject: 'user-1' });
  await sessionStore.load();
  expect(changes).not.toHaveBeenCalled();
});

test('notifies watchers of a change of user, or of a sign-out, before anything renders', async () => {
  const { sessionStore, changes } = await openPage();
  await sessionStore.settled();
  await sessionStore.signIn(tokensOf('user-1'));
  expect(changes).toHaveBeenCalledTimes(1);
  await sessionStore.signIn(tokensOf('user-2'));
  expect(changes).toHaveBeenCalledTimes(2);
  sessionStore.forget();
  expect(changes).toHaveBeenCalledTimes(3);
  expect(sessionStore.read()).toEqual({ status: 'signed-out', hasLeft: 'ROLE_USER' });
});

test('S357 a page asks the server once, even if several parts need the session', async () => {
  const { storeTokens, sessionStore } = await openPage();
  storeTokens(tokensOf('user-1'));
  world.seen.length = 0;
  await Promise.all([sessionStore.settled(), sessionStore.settled(), sessionStore.load()]);
  expect(world.seen).toHaveLength(1);
});

test('the answer to an older call does not undo a sign-in in another tab', async () => {
  const { storeTokens, sessionStore } = await openPage();
  const { readTokens } = await import('../../api/token-store.ts');
  storeTokens(tokensOf('user-1'));
  world.reply = ({ headers }) => {
    if (headers.authorization === `Bearer ${tokensOf('user-2').accessToken}`) return yes({ id: 'user-2' });
    storeTokens(tokensOf('user-2'));
    return no(401, 'session_expired');
  };
  await expect(sessionStore.settled()).resolves.toMatchObject({ status: 'signed-in', subject: 'user-2' });
  expect(readTokens()).toEqual(tokensOf('user-2'));
});

test('announces the end of a session only if a user was signed in on the page', async () => {
  // The session store listens for changes in other tabs, which this test does not have.
  vi.stubGlobal('addEventListener', () => undefined);
  const { storeTokens, sessionStore } = await openPage();
  const { startSession } = await import('./session-store.ts');
  const { call } = await import('../../api/call.ts');
  const onEnded = vi.fn<() => void>();
  world.reply = () => no(401, 'session_expired');
  storeTokens(tokensOf('user-1'));
  startSession(onEnded);
  // A page opened with an expired session announces nothing; its sign-in page shows that.
  await expect(sessionStore.settled()).resolves.toEqual({ status: 'signed-out', hasEnded: true });
  expect(onEnded).not.toHaveBeenCalled();

  world.reply = () => yes({ id: 'user-1' });
  await sessionStore.signIn(tokensOf('user-1'));
  world.reply = () => no(401, 'session_expired');
  await expect(call(userDetails, { body: {} })).rejects.toThrow('no: session_expired');
  expect(onEnded).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(sessionStore.read()).toEqual({ status: 'signed-out' }));
});

test("explains that a browser has lost its session's key, also when the page starts", async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const { storeTokens, sessionStore } = await openPage();
  const { startSession } = await import('./session-store.ts');
  const onEnded = vi.fn<(sentence?: string) => void>();
  world.reply = () => no(401, 'device_key_needed');
  storeTokens(tokensOf('user-1'));
  startSession(onEnded);
  await expect(sessionStore.settled()).resolves.toEqual({ status: 'signed-out' });
  expect(onEnded).toHaveBeenCalledExactlyOnceWith('no: device_key_needed');
});

test('the sign-in page explains once why an administrator was signed out, even with several calls running', async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const { sessionStore } = await openPage();
  const { startSession } = await import('./session-store.ts');
  const { call } = await import('../../api/call.ts');
  const onEnded = vi.fn<(sentence?: string) => void>();
  startSession(onEnded);
  await sessionStore.signIn(tokensOf('user-1'));
  world.reply = ({ path }) => no(401, path.endsWith('/refresh') ? 'session_idle' : 'unauthenticated');
  await Promise.allSettled([1, 2, 3].map(() => call(userDetails, { body: {} })));
  await vi.waitFor(() =>
    expect(sessionStore.read()).toEqual({ status: 'signed-out', whyEnded: 'no: session_idle' }),
  );
  expect(onEnded).not.toHaveBeenCalled();
  world.reply = () => yes({ id: 'user-1' });
  await sessionStore.signIn(tokensOf('user-1'));
  sessionStore.forget();
  expect(sessionStore.read()).not.toHaveProperty('whyEnded');
});

test('shows verifications and sign-outs made elsewhere to a user who returns to the tab', async () => {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal('document', { visibilityState: 'visible' });
  const { storeTokens, sessionStore } = await openPage();
  const { startSession } = await import('./session-store.ts');
  const onEnded = vi.fn<() => void>();
  storeTokens(tokensOf('user-1'));
  startSession(onEnded);
  await sessionStore.settled();
  world.reply = () => yes({ id: 'user-1', emailVerified: true });
  listeners.get('visibilitychange')?.();
  await vi.waitFor(() => expect(sessionStore.read()).toMatchObject({ user: { emailVerified: true } }));
  world.reply = () => no(401, 'session_expired');
  listeners.get('visibilitychange')?.();
  await vi.waitFor(() => expect(sessionStore.read()).toEqual({ status: 'signed-out' }));
  expect(onEnded).toHaveBeenCalledOnce();
});
