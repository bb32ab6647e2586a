// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { apiAccess, apiRequests } from '@zawadi/contract/merchant-api-access';
import { makeApiKey } from '@zawadi/contract/merchants-api-keys';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { TYPED } from '../testing/sales.ts';
import { accessOf, API, keysAnswer, tillKey } from './testing/api-answers.ts';

const { open } = pages();

/** Words of API calls. They are code, so the screen does not translate them. */
const CALLS = [
  'GET',
  'POST',
  'api',
  'vouchers',
  'transactions',
  'settlements',
  'create',
  'redeem',
  'zawadi.test',
];

const allowed = [...TYPED, ...CALLS];

test('the page of API keys and key security is in Swahili, with its dialogs and errors', async () => {
  const addresses = [{ address: '10.1.2.3', label: '' }];
  const security = { ...accessOf().security, ipWhitelist: { isOn: false, addresses } };
  const page = await open(API, {
    as: shopPerson(),
    language: 'sw',
    widthPx: 360,
    answers: [answer(apiAccess, accessOf({ security })), keysAnswer()],
  });
  await screen.findByRole('button', { name: 'Tengeneza siri upya' });
  await expectSwahili(allowed);
  for (const button of ['Tengeneza siri upya', 'Badilisha ndani ya saa 24', 'Ongeza ufunguo']) {
    await page.press(button);
    const dialog = within(await screen.findByRole('dialog'));
    await expectSwahili(allowed);
    if (button === 'Ongeza ufunguo') {
      await page.person.click(dialog.getByRole('button', { name: button }));
      await dialog.findAllByRole('alert');
      await expectSwahili(allowed);
    }
    await page.person.click(dialog.getByRole('button', { name: 'Ghairi' }));
  }
  page.answer(
    answer(makeApiKey, { keyId: tillKey.keyId, apiKey: tillKey.apiKey, apiSecret: 'zs_new' }),
    keysAnswer(tillKey),
  );
  await page.press('Ongeza ufunguo');
  const adding = within(await screen.findByRole('dialog'));
  await page.person.type(adding.getByLabelText('Jina'), 'Juma Otieno');
  await page.person.click(adding.getByRole('button', { name: 'Ongeza ufunguo' }));
  expect(await screen.findByText(/^Itafichwa kabisa baada ya/u)).toBeDefined();
  await expectSwahili(allowed);
  await page.press('Hatua za Juma Otieno');
  await expectSwahili(allowed);
  await page.person.click(await screen.findByRole('menuitem', { name: 'Futa ufunguo' }));
  expect(await screen.findByRole('heading', { name: 'Ufute ufunguo Juma Otieno?' })).toBeDefined();
  await expectSwahili(allowed);
  await page.press('Ibakishe');
  await page.press('Toa vocha ya majaribio');
  expect(await screen.findByLabelText('Msimbo wa vocha ya majaribio')).toBeDefined();
  await page.person.type(screen.getByLabelText('Anwani au safu'), '1');
  await page.press('Ongeza');
  expect(await screen.findByText(/^Tafadhali andika anwani \(41\.90\.64\.10\)/u)).toBeDefined();
  await page.person.click(screen.getByRole('switch', { name: 'Orodha ya IP' }));
  expect(
    await screen.findByRole('heading', {
      name: 'Anwani yako mwenyewe haiko kwenye orodha. Uhifadhi hata hivyo?',
    }),
  ).toBeDefined();
  await expectSwahili(allowed);
});

test('the log of a shop’s API requests is in Swahili', async () => {
  const call = {
    id: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d61',
    at: '2026-11-20T09:00:00.000Z',
    method: 'GET',
    path: '/api/v1/transactions',
    status: 403,
    code: 'key_not_allowed',
    durationMs: 12,
    address: '41.90.64.9',
    sent: '{"limit":"5"}',
    answered: '{"data":[]}',
  };
  const page = await open(`${API}/log`, {
    as: shopPerson(),
    language: 'sw',
    widthPx: 360,
    answers: [answer(apiRequests, { requests: [call] }), answer(apiAccess, accessOf())],
  });
  await page.press(/transactions/u);
  const detail = within(await screen.findByRole('dialog'));
  expect(detail.getByRole('heading', { name: 'Jibu' })).toBeDefined();
  await expectSwahili([...allowed, 'key_not_allowed', 'key not allowed']);
});
