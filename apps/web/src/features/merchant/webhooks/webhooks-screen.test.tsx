// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import {
  readWebhook,
  saveWebhook,
  testWebhook,
  type WebhookDeliveryDetail,
  type WebhookTry,
} from '@zawadi/contract/webhooks';
import {
  addWebhookAddress,
  changeWebhookAddress,
  listWebhookAddresses,
  makeWebhookAddressSecret,
  removeWebhookAddress,
  testWebhookAddress,
  type WebhookAddress,
} from '@zawadi/contract/webhooks-addresses';
import { webhookEventName, webhookType } from '@zawadi/contract/webhook-events';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { TYPED } from '../testing/sales.ts';
import { API } from '../api/testing/api-answers.ts';

const { open } = pages();

const WEBHOOKS = `${API}/webhooks`;
const AT = '2026-11-20T09:00:00.000Z';
const URL_OF_SHOP = 'https://shop.example.test/events';
const owner = shopPerson();

const events = webhookEventName.options;
const first: WebhookAddress = {
  addressId: '00000000-0000-4000-8000-000000000001',
  url: URL_OF_SHOP,
  description: '',
  createdAt: AT,
  state: 'on',
  events,
  secret: { madeAt: AT },
};
const stock: WebhookAddress = {
  ...first,
  addressId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6e',
  url: `${URL_OF_SHOP}?stock`,
  description: 'Stock',
  events: events.filter((name) => name !== 'settlement.processed'),
};
const set = answer(readWebhook, first);
// The first address uses the merchant's id as its own id.
const asOwner = shopPerson('owner', { merchantId: first.addressId });
const addresses = (...more: WebhookAddress[]) =>
  answer(listWebhookAddresses, { addresses: [first, ...more] });
const tried: WebhookTry = {
  number: 1,
  at: AT,
  url: URL_OF_SHOP,
  durationMs: 12,
  isDelivered: true,
  status: 200,
  responseBody: 'Asante sana',
  explanation: 'HTTP 200',
};
const delivery = {
  deliveryId: stock.addressId,
  eventId: stock.addressId,
  addressId: stock.addressId,
  type: 'webhook.test' as const,
  state: 'delivered' as const,
  createdAt: AT,
  tries: 1,
  payload: '{"type":"webhook.test"}',
  attempts: [tried],
} satisfies WebhookDeliveryDetail;

test('a second webhook address has its own events and secret, and can be changed, tested and removed', async () => {
  let page = await open(WEBHOOKS, { as: owner });
  await screen.findByLabelText('Webhook URL');
  expect(screen.queryByRole('heading', { name: 'More addresses' })).toBeNull();
  page = await open(WEBHOOKS, {
    as: asOwner,
    answers: [set, addresses(), answer(addWebhookAddress, { ...stock, signingSecret: 'whsec_stock' })],
  });
  await page.press('Add address');
  const form = within(await screen.findByRole('dialog', { name: 'Add a webhook address' }));
  await page.person.type(form.getByLabelText('Webhook URL'), stock.url);
  await page.person.type(form.getByLabelText(/^Name/u), 'Stock');
  await page.person.click(form.getByRole('checkbox', { name: /^settlement\.processed/u }));
  page.answer(addresses(stock));
  await page.person.click(form.getByRole('button', { name: 'Add address' }));
  expect(await screen.findByText('whsec_stock')).toBeDefined();
  expect(page.sent(addWebhookAddress)).toEqual([
    { url: stock.url, description: 'Stock', events: stock.events },
  ]);
  await page.press('I have saved it');
  const item = within(await screen.findByRole('list', { name: 'More addresses' }));
  expect(item.getByText(/^8 of 9 events/u)).toBeDefined();

  const choose = async (action: string) => {
    await page.press(/^Actions for Sto/u);
    await page.person.click(await screen.findByRole('menuitem', { name: action }));
  };
  page.answer(answer(testWebhookAddress, delivery));
  await choose('Test');
  const result = within(await screen.findByRole('dialog', { name: 'Your webhook works' }));
  expect(result.getByText('Asante sana')).toBeDefined();
  await page.person.click(result.getByRole('button', { name: 'Close' }));
  const rolled = { ...stock, secret: { madeAt: AT, oldValidUntil: '2027-11-21T09:00:00.000Z' } };
  page.answer(answer(makeWebhookAddressSecret, { signingSecret: 'whsec_new' }), addresses(rolled));
  await choose('New signing secret');
  await page.press('Make new secret');
  await page.press('I have saved it');
  expect(await item.findByText(/^The old one also signs, until/u)).toBeDefined();
  const renamed = { ...rolled, description: 'Stores' };
  page.answer(answer(changeWebhookAddress, renamed), addresses(renamed));
  await choose('Change');
  const changing = within(await screen.findByRole('dialog', { name: 'Change the webhook address' }));
  await page.person.clear(changing.getByLabelText(/^Name/u));
  await page.person.type(changing.getByLabelText(/^Name/u), 'Stores');
  await page.person.click(changing.getByRole('button', { name: 'Save' }));
  expect(await item.findByRole('heading', { name: 'Stores' })).toBeDefined();
  // The request has no URL, because a URL would make waiting deliveries due at once.
  expect(page.sent(changeWebhookAddress)).toEqual([{ description: 'Stores', events: stock.events }]);
  page.answer(answer(removeWebhookAddress, {}), addresses());
  await choose('Remove');
  const question = within(await screen.findByRole('dialog', { name: 'Remove the webhook Stores?' }));
  await page.person.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Webhook removed')).toBeDefined();
  await expect.poll(() => screen.queryByRole('list', { name: 'More addresses' })).toBeNull();
});

test('a manager saves the webhook address but sees no signing secret', async () => {
  const page = await open(WEBHOOKS, { as: shopPerson('manager') });
  await page.person.type(await screen.findByLabelText('Webhook URL'), URL_OF_SHOP);
  page.answer(answer(saveWebhook, first), set, addresses());
  await page.press('Save');
  expect(await screen.findByText('Webhook saved')).toBeDefined();
  expect(await screen.findByText(/Only the owner can make a new one\./u)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'New signing secret' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the webhooks screen is in Kiswahili', async () => {
  const typed = [...TYPED, 'Stock', stock.url, URL_OF_SHOP, 'shop.example.test', ...webhookType.options];
  const refused = { ...tried, isDelivered: false, status: 500, responseBody: '', explanation: 'HTTP 500' };
  const page = await open(WEBHOOKS, {
    as: asOwner,
    language: 'sw',
    widthPx: 360,
    answers: [
      set,
      addresses(stock),
      answer(testWebhook, { ...delivery, state: 'waiting', attempts: [refused] }),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Anwani zaidi' })).toBeDefined();
  await expectSwahili(typed);
  await page.press('Ongeza anwani');
  await expectSwahili(typed);
  await page.press('Ghairi');
  await page.press('Jaribu');
  expect(await screen.findByRole('dialog', { name: 'Jaribio halikufika' })).toBeDefined();
  await expectSwahili(typed);
});
