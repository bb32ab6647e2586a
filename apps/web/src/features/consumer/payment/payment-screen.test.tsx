// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { deleteGiftPhoto } from '@zawadi/contract/gift-photos';
import { confirmPayment, purchaseDetails } from '@zawadi/contract/purchases';
import { receiptPdf } from '@zawadi/contract/receipts';
import { receivedGifts, sayThanks, sentGifts } from '@zawadi/contract/vouchers-gifts';
import { historyEntry } from '@zawadi/contract/wallets';
import { withdrawalStatus } from '@zawadi/contract/withdrawals';
import { expect, test } from 'vitest';
import { answer, file, refusal, type Answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import {
  giftBought,
  giftReceived,
  giftSent,
  paid,
  prompted,
  purchase,
  settings,
  statsOf,
  withdrawal,
} from '../../../testing/money.ts';
import { fieldOf, pages, whole } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const { requestId } = purchase();
const isMain = (name: string) => screen.getByRole('button', { name }).className.includes('primary');

const factOf = (label: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label)?.nextElementSibling
    ?.textContent;

async function openPayment(entry: ReturnType<typeof giftBought>, ...answers: Answer[]) {
  return open(`/dashboard/transactions/${requestId}`, {
    as: consumer(),
    answers: [settings, statsOf(950), answer(historyEntry, entry), ...answers],
  });
}

test('reopens an unfinished payment, follows M-PESA without clicks, and can retry the payment', async () => {
  const pending = giftBought({ orderStatus: 'PENDING' });
  const page = await openPayment(
    pending,
    answer(purchaseDetails, prompted()),
    refusal(confirmPayment, 'payment_pending'),
  );
  expect(await screen.findByRole('heading', { name: 'Gift for Baraka Mwita' })).toBeDefined();
  expect(screen.getByText('Pending')).toBeDefined();
  expect(isMain('Fetch Payment')).toBe(true);
  expect(screen.queryByRole('link', { name: /Try again|Pay now/u })).toBeNull();

  page.answer(
    answer(purchaseDetails, purchase({ orderStatus: 'CANCELED', failureReason: 'cancelled_by_user' })),
  );
  page.hint({ topic: 'purchase', id: requestId });
  expect(
    await screen.findByRole('heading', { name: 'The prompt was cancelled on the phone.' }),
  ).toBeDefined();
  const linkTo = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).href;
  const step2 = `/dashboard/buy-gifts?requestId=${requestId}&step=2`;
  expect(linkTo('Try again')).toContain(step2);
  expect(linkTo('Pay with Pay Bill')).toContain(`${step2}&by=hand`);
  await page.press('Change details');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Recipient’s full name').value).toBe('Baraka Mwita');
  expect(fieldOf('Amount').value).toBe('700');
});

test('a paid gift shows its progress; the buyer can resend it, correct it or give it again', async () => {
  const page = await openPayment(
    giftBought(),
    answer(purchaseDetails, paid()),
    answer(sentGifts, { gifts: [giftSent()] }),
  );
  expect(await screen.findByRole('heading', { name: 'Baraka has not opened it yet' })).toBeDefined();
  expect(screen.getByText(whole('Paid by M-PESA'))).toBeDefined();
  expect(screen.getByText(whole('Hongera!'))).toBeDefined();
  await page.press('Send again');
  expect(await screen.findByRole('dialog', { name: 'Gift for Baraka Mwita' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Correct recipient' })).toBeDefined();
  await page.press('Close');
  await page.press('Give again');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Recipient’s phone').value).toBe('254722000222');
  expect(fieldOf('Amount').value).toBe('');
});

test('the recipient’s thanks come back on the cloth of the gift', async () => {
  const thanks = { message: 'Asante sana!', at: '2026-11-21T09:00:00.000Z' };
  await openPayment(
    giftBought(),
    answer(purchaseDetails, paid()),
    answer(sentGifts, { gifts: [giftSent({ thanks })] }),
  );
  const returned = await screen.findByRole('figure', { name: 'Baraka said thanks' });
  expect(returned.textContent).toBe('“Asante sana!”from Baraka Mwita');
  expect(returned.dataset['cloth']).toBe('asante');
});

test('the giver removes the photo from a gift, or reads that support removed it', async () => {
  const sent = (photo?: 'added' | 'removed') => answer(sentGifts, { gifts: [giftSent({ photo })] });
  const page = await openPayment(giftBought(), answer(purchaseDetails, paid()), sent('added'));
  expect(await screen.findByText('Your photo is on the gift.')).toBeDefined();
  page.answerThen(answer(deleteGiftPhoto, {}), sent());
  await page.press('Remove photo');
  expect(await screen.findByText('Photo removed')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Your photo is on the gift.')).toBeNull());
  page.answer(sent('removed'));
  await page.reload();
  expect(await screen.findByText(/^Zawadi support has removed your photo/u)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull();
});

test('S143 a transaction shows all its details, and saves its receipt', async () => {
  const page = await openPayment(
    giftBought(),
    answer(purchaseDetails, paid({ paidFrom: '07•• ••• 111' })),
    file(receiptPdf, 'receipt-0c9f62ab.pdf', '%PDF-'),
  );
  expect(await screen.findByRole('heading', { name: 'Gift for Baraka Mwita' })).toBeDefined();
  expect(screen.getByText('Completed')).toBeDefined();
  for (const [label, value] of [
    ['You paid', /KES\s700/u],
    ['Fee', /KES\s35/u],
    ['Baraka gets', /KES\s665/u],
    ['Recipient’s phone', /0722 000 222/u],
    ['Paying number', /07•• ••• 111/u],
    ['M-PESA receipt', /TKQ1AB2CD3/u],
  ] as const)
    expect(factOf(label)).toMatch(value);
  await page.press('Receipt');
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['receipt-0c9f62ab.pdf']));
});

test('an added gift shows its sender, whom the recipient can thank later', async () => {
  const added = giftBought({
    transactionType: 'CLAIM',
    counterparty: 'Musa Kiptoo',
    voucherId: giftReceived().voucherId,
  });
  const gift = giftReceived({ status: 'CLAIMED', balance: 0, senderName: 'Musa Kiptoo' });
  const page = await openPayment(added, answer(receivedGifts, { gifts: [gift] }));
  expect(await screen.findByRole('heading', { name: 'Gift from Musa Kiptoo' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'It is in your wallet' })).toBeDefined();
  await page.press('Say thanks');
  await screen.findByRole('dialog', { name: 'Thank Musa' });
  await page.type({ 'Your words': 'Asante Musa' });
  const thanked = { ...gift, canBeThanked: false, isThanked: true };
  page.answerThen(answer(sayThanks, emptyAnswer(sayThanks)), answer(receivedGifts, { gifts: [thanked] }));
  await page.press('Send thanks');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Say thanks' })).toBeNull());
  expect(page.sent(sayThanks)).toEqual([{ claimToken: gift.claimToken, message: 'Asante Musa' }]);
});

test('opens an unfinished withdrawal from the history, and follows it until it completes', async () => {
  const left = giftBought({
    transactionType: 'WITHDRAWAL',
    orderStatus: 'PENDING',
    counterparty: 'Amina Hassan',
    msisdn: '254711000111',
  });
  const page = await openPayment(left, answer(withdrawalStatus, withdrawal({ orderStatus: 'PENDING' })));
  expect(await screen.findByRole('heading', { name: 'On its way' })).toBeDefined();
  expect(isMain('Check Status')).toBe(true);
  await page.press('Check Status');
  expect(await screen.findByText(/^Checked at \d\d:\d\d:\d\d: On its way\./u)).toBeDefined();
  page.answer(
    answer(withdrawalStatus, withdrawal({ orderStatus: 'COMPLETED' })),
    file(receiptPdf, 'receipt-0c9f62ab.pdf', '%PDF-'),
  );
  page.hint({ topic: 'withdrawal', id: requestId });
  expect(await screen.findByRole('heading', { name: 'Money sent' })).toBeDefined();
  await page.press('Download receipt');
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['receipt-0c9f62ab.pdf']));
});

test('shows what M-PESA paid of a withdrawal after its money was given back', async () => {
  const paidLate = {
    amount: 488,
    fromWallet: 400,
    transactionCode: 'TKE4XQ81ZN',
    at: '2026-11-20T09:00:00Z',
  };
  const canceled = giftBought({
    transactionType: 'WITHDRAWAL',
    orderStatus: 'CANCELED',
    refundState: 'taken_back',
    msisdn: '254711000111',
  });
  await openPayment(
    canceled,
    answer(withdrawalStatus, withdrawal({ orderStatus: 'CANCELED', amount: 500, fee: 12, paidLate })),
  );
  expect(await screen.findByRole('heading', { name: 'Money sent' })).toBeDefined();
  expect(
    [factOf('From your wallet'), factOf('You receive'), factOf('Fee')].map((text) =>
      text?.replaceAll(/\s+/gu, ' '),
    ),
  ).toEqual(['KES 400', 'KES 488', undefined]);
});

test('does not show another person’s payment', async () => {
  await open(`/dashboard/transactions/${requestId}`, {
    as: consumer(),
    answers: [refusal(historyEntry, 'not_found')],
  });
  expect(await screen.findByText('We could not find this payment')).toBeDefined();
});
