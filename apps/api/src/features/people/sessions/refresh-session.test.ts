import { login, logout, refresh, userDetails } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { newSignedIn, tokensOf, type SignedIn } from '../../../testing/people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

async function exchange(refreshToken: string) {
  return people.call(refresh, { refreshToken });
}

async function isSignedIn(accessToken: string): Promise<boolean> {
  return (await people.call(userDetails, {}, { token: accessToken })).status === 200;
}

async function reuseMailsTo(user: SignedIn): Promise<number> {
  return (await people.messagesTo(user.person.email)).filter((mail) => mail.template === 'refresh-reuse')
    .length;
}

async function ageRotations(seconds: number, user: SignedIn): Promise<void> {
  await people.owner.query(
    `update refresh_tokens set rotated_at = rotated_at - make_interval(secs => $1)
     where session_id in (select id from sessions where subject_id = $2)`,
    [seconds, user.userId],
  );
}

test('S474 a refresh token gives a new pair of tokens that work like the first pair', async () => {
  const user = await newSignedIn(people);
  const next = tokensOf(await exchange(user.refreshToken));
  expect(next.refreshToken).not.toBe(user.refreshToken);
  expect(await isSignedIn(next.accessToken)).toBe(true);
  const afterNext = tokensOf(await exchange(next.refreshToken));
  expect(await isSignedIn(afterNext.accessToken)).toBe(true);
});

test('A7 S436 two tabs that refresh concurrently get the same new refresh token', async () => {
  const user = await newSignedIn(people);
  const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(user.refreshToken)));
  const successors = new Set(replies.map((reply) => tokensOf(reply).refreshToken));
  expect(successors.size).toBe(1);
  const [successor = ''] = successors;
  expect((await exchange(successor)).status).toBe(200);
  expect(await reuseMailsTo(user)).toBe(0);
});

test('S437 a client that lost the answer can repeat the refresh for a minute', async () => {
  const user = await newSignedIn(people);
  const first = tokensOf(await exchange(user.refreshToken));
  await ageRotations(59, user);
  expect(tokensOf(await exchange(user.refreshToken)).refreshToken).toBe(first.refreshToken);
});

test('A7 S435 a refresh token sent after its successor was used ends the session and notifies the owner once', async () => {
  const user = await newSignedIn(people);
  const second = tokensOf(await exchange(user.refreshToken));
  const third = tokensOf(await exchange(second.refreshToken));
  const reused = await exchange(user.refreshToken);
  expect(reused).toMatchObject({ status: 401, json: { code: 'session_expired' } });
  expect(await isSignedIn(third.accessToken)).toBe(false);
  expect((await exchange(third.refreshToken)).json.code).toBe('session_expired');
  expect(await reuseMailsTo(user)).toBe(1);
});

test('A7 a refresh token sent a minute after its rotation ends the session, even if its successor was not used', async () => {
  const user = await newSignedIn(people);
  const second = tokensOf(await exchange(user.refreshToken));
  await ageRotations(61, user);
  expect((await exchange(user.refreshToken)).json.code).toBe('session_expired');
  expect(await isSignedIn(second.accessToken)).toBe(false);
  expect(await reuseMailsTo(user)).toBe(1);
});

test('reusing a refresh token of one session does not end the person’s other sessions', async () => {
  const user = await newSignedIn(people);
  const { email, password } = user.person;
  const other = tokensOf(await people.call(login, { email, password }));
  await exchange(tokensOf(await exchange(user.refreshToken)).refreshToken);
  expect((await exchange(user.refreshToken)).status).toBe(401);
  expect(await isSignedIn(other.accessToken)).toBe(true);
});

test('A32 S516 a session ends when its time is over, however often it was refreshed', async () => {
  const user = await newSignedIn(people);
  const next = tokensOf(await exchange(user.refreshToken));
  await people.owner.query('update sessions set expires_at = now() where subject_id = $1', [user.userId]);
  expect((await exchange(next.refreshToken)).json.code).toBe('session_expired');
});

test('A9 S45 any refresh token of a session signs it out at once, and an unknown token is no error', async () => {
  const user = await newSignedIn(people);
  const next = tokensOf(await exchange(user.refreshToken));
  expect(await isSignedIn(next.accessToken)).toBe(true);
  expect((await people.call(logout, { refreshToken: user.refreshToken })).status).toBe(200);
  expect(await isSignedIn(next.accessToken)).toBe(false);
  expect((await exchange(next.refreshToken)).json.code).toBe('session_expired');
  expect((await people.call(logout, { refreshToken: user.refreshToken })).status).toBe(200);
  expect((await people.call(logout, { refreshToken: 'never-ours' })).status).toBe(200);
  expect(await reuseMailsTo(user)).toBe(0);
});

test('refuses to refresh with an unknown token, or with an access token', async () => {
  const user = await newSignedIn(people);
  for (const refreshToken of ['never-ours', user.accessToken, 'A'.repeat(4_096)]) {
    expect(await exchange(refreshToken)).toMatchObject({ status: 401, json: { code: 'session_expired' } });
  }
});

test('no refresh token is stored in clear', async () => {
  const user = await newSignedIn(people);
  const next = tokensOf(await exchange(user.refreshToken));
  const { rows } = await people.owner.query<{ token_hash: Buffer }>('select token_hash from refresh_tokens');
  const stored = rows.map((row) => row.token_hash.toString('base64url'));
  expect(stored).not.toContain(user.refreshToken);
  expect(stored).not.toContain(next.refreshToken);
});
