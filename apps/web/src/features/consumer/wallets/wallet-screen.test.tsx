// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { claimVoucher } from '@zawadi/contract/vouchers';
import {
  correctRecipient,
  receivedGifts,
  resendGift,
  sentGifts,
  showCode,
} from '@zawadi/contract/vouchers-gifts';
import { giveUpWallet } from '@zawadi/contract/wallets';
import { expect, test } from 'vitest';
import { answer, type Answer } from '../../../testing/contract-answers.ts';
import { giftReceived, giftSent, settings, statsOf } from '../../../testing/money.ts';
import { pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const WALLET = '/dashboard/wallet';
const openWallet = async (...answers: Answer[]) =>
  open(WALLET, { as: consumer(), answers: [settings, statsOf(950), ...answers] });
const received = async () => within(await screen.findByRole('region', { name: 'Gifts for you' }));

test('shows one open gift; the keyboard opens another, and the focus moves to it', async () => {
  const older = giftReceived({ voucherId: giftReceived().voucherId.replace(/^./u, '0'), message: 'Moja' });
  const page = await openWallet(
    answer(receivedGifts, { gifts: [giftReceived({ message: 'Mbili' }), older] }),
  );
  const gifts = await received();
  expect((await gifts.findByRole('article')).textContent).toContain('Mbili');
  gifts.getByRole('button', { name: 'From Omari Juma' }).focus();
  await page.person.keyboard('{Enter}');
  expect(gifts.getByRole('article').textContent).toContain('Moja');
  await page.person.tab();
  await expect.poll(() => document.activeElement).toBe(gifts.getByRole('button', { name: 'Add to wallet' }));
});

test("shows a gift's code only on request, and removes an added gift from the list", async () => {
  const page = await openWallet(
    answer(receivedGifts, { gifts: [giftReceived({ canBeThanked: false })] }),
    answer(showCode, { code: 'AB3D-EF4H-JK5M-NP7R' }),
  );
  const gifts = await received();
  await page.press('Show code');
  expect(await gifts.findByText('EF4H')).toBeDefined();
  await page.press('Hide code');
  expect(gifts.queryByText('EF4H')).toBeNull();
  page.answerThen(
    answer(claimVoucher, { voucherId: giftReceived().voucherId, amount: 950, walletBalance: 1_900 }),
    answer(receivedGifts, { gifts: [] }),
  );
  await page.press('Add to wallet');
  expect(await gifts.findByText(/KES\s950 is in your wallet\./u)).toBeDefined();
  expect(await gifts.findByRole('heading', { name: 'No gift is waiting for you' })).toBeDefined();
});

test('S152 corrects the recipient of a gift until it is opened', async () => {
  const wrong = giftSent({ recipientName: 'Samuel Kariuki' });
  const right = giftSent({ recipientName: 'Tabitha Nyambura', recipientMsisdn: '254733000333' });
  const page = await openWallet(answer(sentGifts, { gifts: [wrong] }));
  await page.press('Samuel Kariuki');
  await page.press('Correct recipient');
  const dialog = within(await screen.findByRole('dialog', { name: 'Who is this gift for?' }));
  await page.type({ 'Recipient’s phone': '12' });
  await page.press('Send to this person');
  expect(await dialog.findByText(/Please enter a valid phone number/u)).toBeDefined();
  expect(page.sent(correctRecipient)).toEqual([]);
  await page.type({
    'Recipient’s full name': 'Tabitha Nyambura',
    'Recipient’s phone': '0733000333',
    'Recipient’s email': 'tabitha@example.test',
  });
  page.answerThen(answer(correctRecipient, right), answer(sentGifts, { gifts: [right] }));
  await page.press('Send to this person');
  expect(await screen.findByText('Recipient corrected')).toBeDefined();
  expect(await screen.findByRole('dialog', { name: 'Gift for Tabitha Nyambura' })).toBeDefined();
  expect(page.sent(correctRecipient)).toMatchObject([
    { voucherId: wrong.voucherId, fullName: 'Tabitha Nyambura', recipientEmail: 'tabitha@example.test' },
  ]);
});

test('shows that a gift was opened, and offers no correction of its recipient', async () => {
  const opened = giftSent({ canBeCorrected: false, openedAt: new Date().toISOString() });
  const page = await openWallet(answer(sentGifts, { gifts: [opened] }));
  expect(await screen.findByText(/Opened today/u)).toBeDefined();
  await page.press('Baraka Mwita');
  await screen.findByRole('dialog', { name: 'Gift for Baraka Mwita' });
  expect(screen.queryByRole('button', { name: 'Correct recipient' })).toBeNull();
});

test('tells the buyer that a gift’s SMS may not have arrived, on the list and next to the button that sends it again', async () => {
  const unknown = giftSent({ messages: { sms: { state: 'unclear', at: new Date().toISOString() } } });
  const page = await openWallet(answer(sentGifts, { gifts: [unknown] }));
  expect(await screen.findByText(/We do not know whether the SMS arrived/u)).toBeDefined();
  await page.press('Baraka Mwita');
  const dialog = within(await screen.findByRole('dialog', { name: 'Gift for Baraka Mwita' }));
  expect(dialog.getByText(/do not know whether the SMS arrived\. Ask Baraka Mwita/u)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Send again' })).toBeDefined();
});

test('says why a gift’s SMS was not delivered, and offers another number', async () => {
  const at = new Date().toISOString();
  const failed = giftSent({ messages: { sms: { state: 'not_delivered', failure: 'number_inactive', at } } });
  const page = await openWallet(answer(sentGifts, { gifts: [failed] }));
  expect(await screen.findByText(/Not delivered: the phone number is not in use/u)).toBeDefined();
  await page.press('Baraka Mwita');
  const dialog = within(await screen.findByRole('dialog', { name: 'Gift for Baraka Mwita' }));
  expect(dialog.getByRole('alert').textContent).toMatch(/0722 000 222 was not delivered/u);
  for (const name of ['Send again', 'Correct recipient'])
    expect(dialog.getByRole('button', { name })).toBeDefined();
});

test('S150 resends a gift, and offers the next resend only after ten minutes', async () => {
  const resendAt = new Date(Date.now() + 600_000).toISOString();
  const again = giftSent({ resendsLeft: 4, resendAt });
  const page = await openWallet(answer(sentGifts, { gifts: [giftSent()] }));
  await page.press('Baraka Mwita');
  page.answerThen(answer(resendGift, again), answer(sentGifts, { gifts: [again] }));
  await page.press('Send again');
  expect(await screen.findByText('Gift sent again')).toBeDefined();
  const waiting = await screen.findByRole('button', { name: /Send again in \d+:\d\d/u });
  expect(waiting).toHaveProperty('disabled', true);
  expect(page.sent(resendGift)).toEqual([{ voucherId: again.voucherId }]);
});

test('gives up a balance that is too small for M-PESA, after a confirmation', async () => {
  const page = await openWallet(statsOf(5));
  await page.press('Give up balance');
  const dialog = async () => within(await screen.findByRole('dialog', { name: /Give up KES\s5\?/u }));
  await page.person.click((await dialog()).getByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await page.press('Give up balance');
  page.answerThen(answer(giveUpWallet, { amount: 5, walletBalance: 0 }), statsOf(0));
  await page.person.click((await dialog()).getByRole('button', { name: 'Give up balance' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Give up balance' })).toBeNull());
  expect(screen.getByRole('region', { name: 'Your balance' }).textContent).toMatch(/KES\s*0/u);
  expect(page.sent(giveUpWallet)).toEqual([{ amount: 5 }]);
});
