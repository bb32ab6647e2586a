// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { SentMessage } from '@zawadi/contract/delivery-reports';
import { purchaseDetails } from '@zawadi/contract/purchases';
import { resendGift, sentGifts } from '@zawadi/contract/vouchers-gifts';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { giftSent, paid, purchase, settings } from '../../../testing/money.ts';
import { pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const { requestId } = purchase();
const STEP_3 = `/dashboard/buy-gifts?requestId=${requestId}&step=3`;

test('step 3 claims no delivery before it is reported', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  const sms = (message: SentMessage) =>
    answer(sentGifts, { gifts: [giftSent({ messages: { sms: message } })] });
  const page = await open(STEP_3, {
    as: consumer(),
    answers: [settings, answer(purchaseDetails, paid()), sms({ state: 'being_sent', at })],
  });
  expect(await screen.findByRole('heading', { name: 'Being sent to Baraka' })).toBeDefined();
  page.answer(sms({ state: 'delivered', at }));
  page.hint({ topic: 'voucher', id: giftSent().voucherId });
  expect(await screen.findByRole('heading', { name: 'Delivered to Baraka' })).toBeDefined();
});

test('step 3 offers to send an undelivered gift again, or to another number', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  const failed = giftSent({ messages: { sms: { state: 'not_delivered', failure: 'no_such_number', at } } });
  const page = await open(STEP_3, {
    as: consumer(),
    answers: [settings, answer(purchaseDetails, paid()), answer(sentGifts, { gifts: [failed] })],
  });
  expect(await screen.findByRole('heading', { name: 'Not delivered to Baraka' })).toBeDefined();
  expect(screen.getByText(/there is no such phone number\. Send it again/u)).toBeDefined();
  await page.press('Correct recipient');
  expect(await screen.findByRole('dialog', { name: 'Who is this gift for?' })).toBeDefined();
  await page.press('Not now');
  await page.press('Send again');
  page.answer(answer(resendGift, giftSent()), answer(sentGifts, { gifts: [giftSent()] }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Gift for Baraka Mwita' }));
  await page.person.click(dialog.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Gift sent again')).toBeDefined();
  expect(page.sent(resendGift)).toEqual([{ voucherId: failed.voucherId }]);
});
