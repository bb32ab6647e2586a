// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { registerTransaction } from '@zawadi/contract/payments';
import { purchaseDetails } from '@zawadi/contract/purchases';
import { payFromWallet, registerBasket } from '@zawadi/contract/purchases-basket';
import { publicSettings } from '@zawadi/contract/settings';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { paid, purchase, statsOf, usualSettings } from '../../../testing/money.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const WITH_FEATURES = answer(publicSettings, {
  ...usualSettings,
  features: { ...usualSettings.features, basket: true, giftsFromWallet: true },
});
const MAMA = {
  Amount: '1500',
  'Recipient’s full name': 'Mama Njeri',
  'Recipient’s phone': '0722000222',
  'Recipient’s email': 'mama@example.test',
};
const BRIAN = {
  Amount: '3000',
  'Recipient’s full name': 'Brian Otieno',
  'Recipient’s phone': '0733000333',
  'Recipient’s email': 'brian@example.test',
};
const GIFT = { fee: 0, recipientEmail: '', message: '', cloth: 'plain' } as const;
const GIFTS = [
  { ...GIFT, amount: 1_500, value: 1_425, recipientName: 'Mama Njeri', recipientMsisdn: '254722000222' },
  { ...GIFT, amount: 3_000, value: 2_850, recipientName: 'Brian Otieno', recipientMsisdn: '254733000333' },
];
const basketState = purchase({ amount: 4_500, fee: 225, value: 4_275, gifts: GIFTS });
const STEP_2 = `/dashboard/buy-gifts?requestId=${basketState.requestId}&step=2`;

async function openForm(features = WITH_FEATURES) {
  const page = await open('/dashboard/buy-gifts', {
    as: consumer(),
    answers: [
      features,
      statsOf(0),
      answer(registerBasket, { ...emptyAnswer(registerBasket), requestId: basketState.requestId }),
      answer(registerTransaction, { ...emptyAnswer(registerTransaction), requestId: basketState.requestId }),
      answer(purchaseDetails, basketState),
    ],
  });
  await screen.findByLabelText('Amount');
  return page;
}

const tickets = () => within(screen.getByRole('region', { name: 'Your gifts' })).getAllByRole('listitem');

test('a basket sends several gifts with one payment; a reload keeps them, and the message is shared', async () => {
  const page = await openForm();
  await page.type({ ...MAMA, Message: 'Hongera!' });
  await page.press('Add another gift');
  expect((await screen.findByRole('region', { name: 'Your gifts' })).textContent).toContain('Mama Njeri');
  expect(fieldOf('Amount').value).toBe('');
  expect(fieldOf('Message').value).toBe('Hongera!');
  await page.type(BRIAN);
  await page.reload();
  await screen.findByLabelText('Amount');
  expect(tickets()).toHaveLength(1);
  await page.press(/Send 2 gifts · KES\s4,500/u);
  await screen.findByLabelText('M-PESA number that pays');
  expect(page.address()).toBe(STEP_2);
  expect(page.sent(registerTransaction)).toEqual([]);
  expect(page.sent(registerBasket)).toMatchObject([
    {
      gifts: [
        { fullName: 'Mama Njeri', amount: 1_500, message: 'Hongera!' },
        { fullName: 'Brian Otieno', amount: 3_000, message: 'Hongera!' },
      ],
    },
  ]);
  expect(screen.getByRole('region', { name: 'Your gifts' }).textContent).toContain('Brian Otieno');
});

test('a gift of the basket can be changed and removed; an invalid gift is not added', async () => {
  const page = await openForm();
  await page.press('Add another gift');
  await expect.poll(() => screen.queryAllByText('Please fill in all required fields')).toHaveLength(4);
  await page.type(MAMA);
  await page.press('Add another gift');
  await page.type(BRIAN);
  await page.press('Change the gift for Mama Njeri');
  await expect.poll(() => fieldOf('Recipient’s full name').value).toBe('Mama Njeri');
  expect(tickets().map((ticket) => ticket.textContent)).toEqual([expect.stringContaining('Brian Otieno')]);
  await page.press('Remove the gift for Brian Otieno');
  expect(screen.queryByRole('region', { name: 'Your gifts' })).toBeNull();
  await page.press('Continue to M-PESA');
  await screen.findByLabelText('M-PESA number that pays');
  expect(page.sent(registerTransaction)).toHaveLength(1);
});

test('while the feature is off, one gift is bought at a time', async () => {
  await openForm(answer(publicSettings, usualSettings));
  expect(screen.queryByRole('button', { name: 'Add another gift' })).toBeNull();
});

test('step 2 offers the wallet if its balance is enough, and asks before it pays', async () => {
  const page = await open(STEP_2, {
    as: consumer(),
    answers: [
      WITH_FEATURES,
      statsOf(5_000),
      answer(purchaseDetails, basketState),
      refusal(payFromWallet, 'wallet_waits'),
    ],
  });
  expect(await screen.findByText(/Balance KES\s5,000/u)).toBeDefined();
  await page.press('Pay from your wallet');
  await page.press(/^Pay KES\s4,500$/u);
  expect(await screen.findByText(/24 hours after you set a new password/u)).toBeDefined();
  const done = paid({ ...basketState, orderStatus: 'COMPLETED', mpesaReceipt: undefined, paidBy: 'wallet' });
  page.answerThen(answer(payFromWallet, done), answer(purchaseDetails, done));
  await page.press(/^Pay KES\s4,500$/u);
  expect(await screen.findByText('Paid from your wallet')).toBeDefined();
  expect(page.sent(payFromWallet)).toEqual(
    [1, 2].map(() => ({ amount: 4_500, billReferenceNumber: basketState.billReferenceNumber })),
  );
});

test('after a password reset, the wallet pays with a code to the other contact', async () => {
  const page = await open(STEP_2, {
    as: consumer(),
    answers: [
      WITH_FEATURES,
      statsOf(5_000),
      answer(purchaseDetails, basketState),
      refusal(payFromWallet, 'otp_required', { sentTo: 'a•••@example.com' }),
    ],
  });
  await page.press('Pay from your wallet');
  await page.press(/^Pay KES\s4,500$/u);
  expect(await screen.findByText('We have sent a code to a•••@example.com.')).toBeDefined();
  await page.press(/^Pay KES\s4,500$/u);
  const field = await screen.findByLabelText('Verification code');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  expect(page.sent(payFromWallet)).toHaveLength(1);
  await page.press('Send a new code');
  await expect.poll(() => page.sent(payFromWallet)).toHaveLength(2);

  page.answer(refusal(payFromWallet, 'verification_code_invalid'));
  await page.person.type(field, '123456');
  await page.press(/^Pay KES\s4,500$/u);
  expect(await screen.findByText('Invalid verification code')).toBeDefined();
  expect(field).toHaveProperty('value', '123456');
  const done = paid({ ...basketState, orderStatus: 'COMPLETED', mpesaReceipt: undefined, paidBy: 'wallet' });
  page.answerThen(answer(payFromWallet, done), answer(purchaseDetails, done));
  await page.press(/^Pay KES\s4,500$/u);
  expect(await screen.findByText('Paid from your wallet')).toBeDefined();
  expect(page.sent(payFromWallet).map((body) => body?.confirmationCode)).toEqual([
    undefined,
    undefined,
    '123456',
    '123456',
  ]);
});

test('step 2 does not offer a wallet whose balance is too small', async () => {
  await open(STEP_2, {
    as: consumer(),
    answers: [WITH_FEATURES, statsOf(4_499), answer(purchaseDetails, basketState)],
  });
  await screen.findByLabelText('M-PESA number that pays');
  expect(screen.queryByRole('button', { name: /wallet/u })).toBeNull();
});

test('step 3 shows the state of each gift', async () => {
  const voucher = {
    id: basketState.requestId,
    status: 'ACTIVE',
    lastFour: '7K2M',
    expiresAt: '2028-01-01T00:00:00Z',
  } as const;
  const deliverAt = new Date(Date.now() + 86_400_000).toISOString();
  const [first, second] = GIFTS;
  if (!first || !second) throw new Error('two gifts');
  const gifts = [
    { ...first, voucher },
    { ...second, voucher, deliverAt },
  ];
  await open(STEP_2.replace('step=2', 'step=3'), {
    as: consumer(),
    answers: [
      WITH_FEATURES,
      answer(purchaseDetails, paid({ ...basketState, orderStatus: 'COMPLETED', gifts })),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Your 2 gifts are paid' })).toBeDefined();
  const [mama, brian] = tickets();
  expect(mama?.textContent).toContain('Active');
  expect(brian?.textContent).toContain('Arrives');
});
