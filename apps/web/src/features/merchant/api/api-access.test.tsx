// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { apiAccess, updateApiSecurity, type ApiSecurity } from '@zawadi/contract/merchant-api-access';
import { makeApiKey } from '@zawadi/contract/merchants-api-keys';
import { updateMerchantSecret } from '@zawadi/contract/merchants';
import { expect, test, vi } from 'vitest';
import { answer, answerBy, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { accessOf, API, KEY, keysAnswer, tillKey } from './testing/api-answers.ts';

const { open } = pages();

const access = answer(apiAccess, accessOf());
const secretField = () => screen.getByLabelText<HTMLInputElement>('API secret');
const copied = async () => navigator.clipboard.readText();

test('S116 a new API secret replaces the old one and is shown once, for thirty seconds', async () => {
  const secrets = ['zs_first', 'zs_second'];
  let made = 0;
  const page = await open(API, {
    as: shopPerson(),
    answers: [
      access,
      keysAnswer(),
      answerBy(updateMerchantSecret, () => ({ apiSecret: secrets[made++] ?? '' })),
    ],
  });
  await page.press('Copy API key');
  expect(await copied()).toBe(KEY);
  const madeAtMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: madeAtMs });
  for (const secret of secrets) {
    await page.press('Regenerate secret');
    const question = within(await screen.findByRole('dialog', { name: 'Regenerate the API secret?' }));
    expect(question.getByText('The old secret stops working at once', { exact: false })).toBeDefined();
    await page.person.click(question.getByRole('button', { name: 'Regenerate secret' }));
    await waitFor(() => expect(secretField().value).toBe(secret));
  }
  expect(page.sent(updateMerchantSecret)).toEqual([{ apiKey: KEY }, { apiKey: KEY }]);
  await page.press('Copy API secret');
  expect(await copied()).toBe('zs_second');
  await page.press('Hide secret');
  expect(secretField().type).toBe('password');
  await page.press('Show secret');
  expect(secretField().type).toBe('text');
  vi.setSystemTime(madeAtMs + 29_000);
  await screen.findByRole('timer', { name: /in 1 seconds$/u });
  vi.setSystemTime(madeAtMs + 31_000);
  expect(await screen.findByText('If you lose it, regenerate it.', { exact: false })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Copy API secret' })).toBeNull();
  expect(secretField().value).not.toContain('zs_');
});

test('asks the owner for the password ten minutes after sign-in, and keeps the typed values', async () => {
  const page = await open(API, {
    as: shopPerson(),
    answers: [access, keysAnswer(), refusal(makeApiKey, 'step_up_required', { proofs: ['password'] })],
  });
  await page.press('Add key');
  const adding = within(await screen.findByRole('dialog', { name: 'Add an API key' }));
  await page.person.type(adding.getByLabelText('Name'), 'Till 2');
  const add = adding.getByRole('button', { name: 'Add key' });
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Please confirm that it is you' }));
  await page.person.click(add);
  await page.person.click((await question()).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('You did not confirm that it is you. Nothing has changed.')).toBeDefined();
  expect(adding.getByLabelText<HTMLInputElement>('Name').value).toBe('Till 2');
  await page.person.click(add);
  const password = (await question()).getByLabelText('Your password');

  await page.person.click((await question()).getByRole('button', { name: 'Confirm' }));
  expect(await (await question()).findByText('Please enter your password')).toBeDefined();
  page.answer(refusal(makeApiKey, 'password_wrong'));
  await page.person.type(password, 'not-the-password{Enter}');
  expect(
    await (await question()).findByText('That is not your current password. Please try again.'),
  ).toBeDefined();
  page.answer(
    answer(makeApiKey, { keyId: tillKey.keyId, apiKey: tillKey.apiKey, apiSecret: 'zs_new' }),
    keysAnswer({ ...tillKey, name: 'Till 2' }),
  );
  await page.person.clear(password);
  await page.person.type(password, 'the-password{Enter}');
  expect(await screen.findByText('API key made')).toBeDefined();
  expect(page.sent(makeApiKey).at(-1)).toEqual({
    name: 'Till 2',
    rights: 'redeem',
    password: 'the-password',
  });
  expect(screen.queryByRole('dialog', { name: 'Please confirm that it is you' })).toBeNull();
});

test('S122 shows a command to copy for each common endpoint, with the API key in it', async () => {
  const page = await open(API, { as: shopPerson(), answers: [access, keysAnswer()] });
  const test = await screen.findByLabelText<HTMLInputElement>('Base URL of the test environment');
  expect(test.value).toMatch(/\/api\/v1$/u);
  for (const endpoint of [
    'POST /api/v1/vouchers/create',
    'GET /api/v1/vouchers/{id}',
    'POST /api/v1/vouchers/{id}/redeem',
    'GET /api/v1/transactions',
    'GET /api/v1/settlements',
  ]) {
    await page.press(`Copy the example of ${endpoint}`);
    expect(await copied()).toContain(`-u "${KEY}:$SECRET"`);
    expect(await copied()).toContain(endpoint.replace(/^.*\/v1(\/\w+).*$/u, '$1'));
  }
});

test("asks before an address list blocks the owner's own address, and each switch shows its saved state", async () => {
  let saved: ApiSecurity = accessOf().security;
  const page = await open(API, {
    as: shopPerson(),
    answers: [access, keysAnswer(), refusal(updateApiSecurity, 'address_list_empty')],
  });
  const whitelist = () => screen.getByRole('switch', { name: 'IP Whitelist' });
  const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked');
  await page.person.click(await screen.findByRole('switch', { name: 'IP Whitelist' }));
  expect(await screen.findByText('Please add an address before you switch the list on.')).toBeDefined();
  await waitFor(() => expect(isOn('IP Whitelist')).toBe('false'));
  page.answer(
    answerBy(updateApiSecurity, ({ body }) => {
      // The server normalises addresses like this.
      const addresses = body.ipWhitelist.addresses.map(({ address, label }) => ({
        address: address.replace('65.7/', '65.0/'),
        label,
      }));
      return (saved = { ...body, ipWhitelist: { ...body.ipWhitelist, addresses } });
    }),
  );
  await page.person.type(screen.getByLabelText('Address or range'), '41.90.64');
  await page.press('Add');
  expect(await screen.findByText(/^Please enter an address \(41\.90\.64\.10\)/u)).toBeDefined();
  await page.person.clear(screen.getByLabelText('Address or range'));
  await page.person.type(screen.getByLabelText('Address or range'), '41.90.65.7/24');
  await page.person.type(screen.getByLabelText(/^Label/u), 'Nakuru');
  await page.press('Add');
  const list = await screen.findByRole('list', { name: 'Allowed addresses' });
  await waitFor(() => expect(list.textContent).toContain('41.90.65.0/24Nakuru'));

  await page.person.click(whitelist());
  await page.press('Go back');
  expect(saved.ipWhitelist.isOn).toBe(false);
  await page.person.click(whitelist());
  await screen.findByRole('dialog', { name: 'Your own address is not on the list. Save anyway?' });
  await page.press('Save anyway');
  await waitFor(() => expect(isOn('IP Whitelist')).toBe('true'));
  expect(saved.ipWhitelist.isOn).toBe(true);
  await page.press('Add my address');
  await waitFor(() => expect(saved.ipWhitelist.addresses.at(-1)?.address).toBe('41.90.64.9'));
  await page.press('Remove 41.90.65.0/24');
  await waitFor(() => expect(saved.ipWhitelist.addresses).toHaveLength(1));
  for (const name of ['Rate Limiting', 'Request Logging']) {
    await page.person.click(screen.getByRole('switch', { name }));
    await waitFor(() => expect(isOn(name)).toBe('false'));
  }
  expect(saved).toMatchObject({ isRateLimited: false, isLogged: false });
});
