import { userDetails } from '@zawadi/contract/users-details';
import { history, historyCsv } from '@zawadi/contract/wallets';
import { expect, test } from 'vitest';
import { answer, answerBy, file, held, lost, refusal, replyBy, type Answer } from './contract-answers.ts';
import { emptyAnswer } from './empty-answer.ts';

const headers = {};
const asks = async (path: string, ...answers: Answer[]) =>
  replyBy(answers, { method: 'GET', path, headers, body: undefined });

test('uses the latest answer set for an endpoint, or else an empty answer', async () => {
  const path = '/api/wallets/v1/history';
  const one = { ...emptyAnswer(history), nextCursor: 'next' };
  expect(await asks(path)).toHaveProperty('body.body.activities', []);
  expect(await asks(path, answer(history, one))).toHaveProperty('body.body.nextCursor', 'next');
  expect(await asks(path, answer(history, one), lost(history))).toHaveProperty('hangUp', true);
});

test('rejects a request that the contract does not accept, as the server does', async () => {
  const reply = await asks('/api/wallets/v1/history?limit=1000');
  expect(reply).toMatchObject({
    status: 422,
    body: { code: 'validation_failed', fields: [{ path: 'limit' }] },
  });
  expect(await asks('/api/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('an answer may depend on the request, be a refusal or a file, and be delayed', async () => {
  const path = '/api/wallets/v1/history?limit=7';
  const byLimit = answerBy(history, ({ query }) => ({ activities: [], nextCursor: `after ${query.limit}` }));
  expect(await asks(path, byLimit)).toHaveProperty('body.body.nextCursor', 'after 7');
  expect(await asks(path, refusal(history, 'overloaded'))).toMatchObject({ status: 503 });
  expect(file(historyCsv, 'july.csv', 'Date').endpoint).toBe(historyCsv);
  const waiting = held(byLimit);
  const reply = asks(path, waiting);
  waiting.release();
  expect(await reply).toHaveProperty('status', 200);
});

test('throws if a test’s answer breaks the contract', async () => {
  const wrong: Answer = answer(userDetails, { ...emptyAnswer(userDetails), status: 'GONE' as 'FROZEN' });
  const request = { method: 'POST', path: '/api/auth/v1/user-details', headers, body: {} };
  await expect(replyBy([wrong], request)).rejects.toThrow('cannot answer this');
});
