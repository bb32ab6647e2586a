// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { apiAccess, apiRequests, type ApiRequest } from '@zawadi/contract/merchant-api-access';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { accessOf, API, keysAnswer, tillKey } from './testing/api-answers.ts';

const { open } = pages();

const LOG = `${API}/log`;

const taken: ApiRequest = {
  id: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d61',
  at: '2026-11-20T09:00:00.000Z',
  method: 'GET',
  path: '/api/v1/transactions',
  status: 200,
  durationMs: 12,
  address: '41.90.64.9',
  keyName: 'Till 2',
};
const refused: ApiRequest = {
  ...taken,
  id: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d62',
  method: 'POST',
  path: '/api/v1/vouchers/create',
  status: 403,
  code: 'key_not_allowed',
  idempotencyKey: 'till-2-order-1',
  sent: '{"amount":10}',
  answered: '{"code":"key_not_allowed"}',
};
const takesAll: ApiRequest = {
  ...taken,
  id: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d63',
  method: 'POST',
  path: '/api/v1/vouchers/****7KQ2/redeem',
  notice: 'amount_missing',
};
const log = answerBy(apiRequests, ({ query: { outcome, search } }) => ({
  requests: [refused, taken].filter(
    ({ status, path }) => (outcome !== 'succeeded' || status < 300) && path.includes(search ?? ''),
  ),
}));

const calls = () =>
  [...document.querySelectorAll('main .table:not([aria-hidden]) > tbody > tr')].map((row) => row.textContent);

test('S124 lists API requests with their answers and keys, searches and filters them, and says if logging is off', async () => {
  const page = await open(LOG, {
    as: shopPerson(),
    answers: [log, keysAnswer({ ...tillKey, name: 'Till 2' }), answer(apiAccess, accessOf())],
  });
  await expect
    .poll(calls)
    .toEqual([
      expect.stringMatching(
        /POST \/api\/v1\/vouchers\/create.*403.*key not allowed.*Till 2|Till 2.*key not allowed/u,
      ),
      expect.stringMatching(/GET \/api\/v1\/transactions.*200/u),
    ]);
  await page.person.click(screen.getByTitle('POST /api/v1/vouchers/create'));
  const detail = within(await screen.findByRole('dialog', { name: 'POST /api/v1/vouchers/create' }));
  expect(detail.getByText('till-2-order-1')).toBeDefined();
  expect(detail.getByText(/"code": "key_not_allowed"/u)).toBeDefined();
  expect(detail.getByText('Request ID')).toBeDefined();
  await page.person.click(detail.getByRole('button', { name: 'Close' }));
  await page.person.selectOptions(screen.getByLabelText('Answer'), 'succeeded');
  await expect.poll(calls).toEqual([expect.stringMatching(/transactions/u)]);
  await page.person.type(screen.getByLabelText('Search'), 'settlements');
  expect(await screen.findByText('No requests found')).toBeDefined();
  expect(screen.queryByText(/^Request Logging is off/u)).toBeNull();
  const { security } = accessOf();
  page.answer(answer(apiAccess, accessOf({ security: { ...security, isLogged: false } })));
  await page.reload();
  expect(await screen.findByText(/^Request Logging is off, so we keep no new calls\./u)).toBeDefined();
});

test('a call without an amount is marked, and its page says what to change', async () => {
  const page = await open(LOG, {
    as: shopPerson(),
    answers: [
      answer(apiRequests, { requests: [takesAll] }),
      keysAnswer({ ...tillKey, name: 'Till 2' }),
      answer(apiAccess, accessOf()),
    ],
  });
  await expect.poll(calls).toEqual([expect.stringMatching(/redeem.*No amount/u)]);
  await page.person.click(screen.getByTitle('POST /api/v1/vouchers/****7KQ2/redeem'));
  const detail = within(await screen.findByRole('dialog', { name: takesAll.method + ' ' + takesAll.path }));
  expect(detail.getByText(/^This call gave no amount, which means the whole value\./u)).toBeDefined();
  expect(detail.getByRole('link', { name: 'What to change' }).getAttribute('href')).toBe(
    '/developers/versions#deprecated',
  );
});
