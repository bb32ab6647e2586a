// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sendWebhookAgain } from '@zawadi/contract/webhooks';
import { webhookType } from '@zawadi/contract/webhook-events';
import { readWebhookEvent, webhookEvents, type LoggedEventDetail } from '@zawadi/contract/webhooks-log';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { TYPED } from '../testing/sales.ts';
import { API } from '../api/testing/api-answers.ts';

const { open } = pages();

const EVENTS = `${API}/events`;
const AT = '2026-11-20T09:00:00.000Z';
const ID = '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6';
const tried = {
  number: 1,
  at: AT,
  url: 'https://shop.example.test/events',
  durationMs: 12,
  isDelivered: true,
  status: 200,
  explanation: 'HTTP 200',
};
const sentTo = (address: string, end: number, tries: number): LoggedEventDetail['deliveries'][number] => ({
  deliveryId: `${ID}${end}`,
  addressId: `${ID}${end}`,
  address,
  state: 'delivered',
  tries,
  lastStatus: 200,
  canBeSentAgain: true,
  attempts: Array.from({ length: tries }, (_, index) => ({ ...tried, number: tries - index })),
});
const eventSent = (triesAtStores: number): LoggedEventDetail => ({
  eventId: `${ID}0`,
  type: 'webhook.test',
  at: AT,
  payload: '{"message":"Habari! This is a test."}',
  deliveries: [sentTo('shop.example.test', 1, 1), sentTo('Stores', 2, triesAtStores)],
});
const log = answerBy(webhookEvents, ({ query }) => ({
  events: query.voucher === undefined ? [eventSent(1)] : [],
}));

test('the event log shows deliveries to each webhook address, and resends an event to one address', async () => {
  const page = await open(EVENTS, {
    as: shopPerson(),
    answers: [log, answer(readWebhookEvent, eventSent(1))],
  });
  await page.press('webhook.test');
  const detail = within(await screen.findByRole('dialog', { name: 'webhook.test' }));
  expect(detail.getByText(/Habari! This is a test/u)).toBeDefined();
  page.answer(
    answer(sendWebhookAgain, { ...emptyAnswer(sendWebhookAgain), eventId: `${ID}0`, deliveryId: `${ID}2` }),
    answer(readWebhookEvent, eventSent(2)),
  );
  await page.press('Send again to Stores');
  expect(await screen.findByText('On its way again')).toBeDefined();
  expect(page.asked(sendWebhookAgain)).toEqual([sendWebhookAgain.path.replace(':deliveryId', `${ID}2`)]);
  const stores = within(detail.getByRole('region', { name: 'Stores' }));
  expect(await stores.findByText(/^Try 2: HTTP 200/u)).toBeDefined();
  await page.person.click(detail.getByRole('button', { name: 'Close' }));
  await page.person.type(screen.getByLabelText('Search'), '0000-0000-0000-0000');
  expect(await screen.findByText('No events found')).toBeDefined();
  // The URL does not keep a complete voucher code.
  await expect.poll(page.address).toMatch(/search=0000$/u);
});

test('the webhook event log is in Kiswahili', async () => {
  const typed = [
    ...TYPED,
    tried.url,
    'shop.example.test',
    'Stores',
    ...webhookType.options,
    'Habari! This is a test.',
  ];
  const page = await open(EVENTS, {
    as: shopPerson(),
    language: 'sw',
    widthPx: 360,
    answers: [log, answer(readWebhookEvent, eventSent(1))],
  });
  await screen.findByRole('button', { name: 'webhook.test' });
  await expectSwahili(typed);
  await page.press('webhook.test');
  await expect.poll(() => screen.queryAllByText(/^Jaribio la 1/u)).toHaveLength(2);
  await expectSwahili(typed);
});
