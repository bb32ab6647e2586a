// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { registerTransaction } from '@zawadi/contract/payments';
import { receiptPdf } from '@zawadi/contract/receipts';
import { generatePhoneOtp, verifyPhone } from '@zawadi/contract/users';
import { userDetails } from '@zawadi/contract/users-details';
import { updateProfile } from '@zawadi/contract/users-profile';
import { startWithdrawal, withdrawalStatus } from '@zawadi/contract/withdrawals';
import { expect, test } from 'vitest';
import { answer, file, refusal, type Answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { settings, statsOf, withdrawal } from '../../../testing/money.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

type Page = Awaited<ReturnType<typeof open>>;

const { requestId } = withdrawal();
const WIZARD = '/dashboard/redeem?way=withdraw';
const completed = withdrawal({
  orderStatus: 'COMPLETED',
  transactionCode: 'tkq1ab2cd3',
  walletBalance: 550,
  at: '2026-11-20T09:00:00.000Z',
});
const known = (details: Parameters<typeof withdrawal>[0] = {}) =>
  answer(withdrawalStatus, withdrawal(details));

/** Registers a withdrawal of KES 400, and returns the page at step 2. */
async function registerOne(...answers: Answer[]): Promise<Page> {
  const page = await open(WIZARD, {
    as: consumer(),
    answers: [
      settings,
      statsOf(950),
      answer(registerTransaction, {
        ...emptyAnswer(registerTransaction),
        requestId,
        billReferenceNumber: 'ABCDEFGH',
      }),
      known(),
      ...answers,
    ],
  });
  await screen.findByLabelText('Amount');
  await page.type({ Amount: '400' });
  await page.press('Continue');
  await screen.findByRole('heading', { name: /^Send KES\s390 to M-PESA$/u });
  return page;
}

test('S5 the money stays in the wallet if the user clicks Back before sending', async () => {
  const page = await registerOne();
  await page.press('Check Status');
  expect(
    await screen.findByText(
      /^Checked at \d\d:\d\d:\d\d: Not sent yet\. The money is still in your wallet\.$/u,
    ),
  ).toBeDefined();
  expect(screen.getByRole('heading', { name: /^Send KES\s390 to M-PESA$/u })).toBeDefined();
  await page.press('Back');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Amount').value).toBe('400');
  await page.person.click(screen.getByRole('link', { name: 'Redemption options' }));
  expect(await screen.findByText(/KES\s950 available/u)).toBeDefined();
  expect(screen.getByText('Redeem Gift Card')).toBeDefined();
  expect(screen.getByText('Coming Soon')).toBeDefined();
  expect(page.sent(startWithdrawal)).toEqual([]);
});

test('S465 asks for a code before sending to a new number, and then sends the money', async () => {
  const page = await registerOne(refusal(startWithdrawal, 'otp_required', { sentTo: '07•• ••• 111' }));
  await page.press('Complete');
  await screen.findByLabelText('Verification code');
  expect(screen.getByText('We have sent a code to 07•• ••• 111.')).toBeDefined();
  await page.press('Complete');
  expect(await screen.findByText('Invalid verification code')).toBeDefined();
  expect(page.sent(startWithdrawal)).toHaveLength(1);
  page.answerThen(answer(startWithdrawal, completed), answer(withdrawalStatus, completed));
  await page.type({ 'Verification code': '123456' });
  await page.press('Complete');
  expect(await screen.findByRole('heading', { name: 'Money sent' })).toBeDefined();
  expect(page.sent(startWithdrawal).at(-1)).toMatchObject({ otp: '123456', billReferenceNumber: 'ABCDEFGH' });
});

test('the heading gets the focus when the money arrives, and then the receipt leads, not a new withdrawal', async () => {
  const pending = { ...completed, orderStatus: 'PENDING' as const };
  const page = await open(`${WIZARD}&requestId=${requestId}&step=3`, {
    as: consumer(),
    answers: [settings, statsOf(550), answer(withdrawalStatus, pending)],
  });
  await screen.findByRole('heading', { name: 'On its way' });
  page.answer(answer(withdrawalStatus, completed));
  page.hint({ topic: 'withdrawal', id: requestId });
  const sent = await screen.findByRole('heading', { name: 'Money sent' });
  await expect.poll(() => document.activeElement).toBe(sent);
  expect(screen.getByRole('button', { name: 'View Receipt' }).className).not.toContain('secondary');
  expect(screen.getByRole('button', { name: 'New Withdrawal' }).className).toContain('secondary');
});

test('a completed withdrawal shows its receipt, and a new withdrawal starts with an empty form', async () => {
  const page = await open(`${WIZARD}&requestId=${requestId}&step=3`, {
    as: consumer(),
    answers: [
      settings,
      statsOf(550),
      answer(withdrawalStatus, completed),
      file(receiptPdf, 'receipt-0c9f62ab.pdf', '%PDF-'),
    ],
  });
  await page.press('View Receipt');
  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  expect(receipt.getByText(/KES\s390/u)).toBeDefined();
  expect(receipt.getByText('TKQ1AB2CD3')).toBeDefined();
  expect(receipt.getByText(/^\w{3} \d+ \w+ \d{4}, \d\d:\d\d:\d\d EAT$/u)).toBeDefined();
  await page.person.click(receipt.getByRole('button', { name: 'Download receipt' }));
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['receipt-0c9f62ab.pdf']));
  await page.person.click(receipt.getByRole('button', { name: 'Close' }));
  await page.press('New Withdrawal');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Amount').value).toBe('');
});

test('an account that lost its number verifies another in the wizard, and then continues the withdrawal', async () => {
  const page = await registerOne(refusal(startWithdrawal, 'phone_not_verified'));
  const owner = (details: object) => answer(userDetails, consumer(details).details.answer as never);
  page.answer(owner({ phoneNumber: '', phoneVerified: false }));
  await page.press('Complete');
  const here = within(await screen.findByRole('region', { name: 'Verify your phone' }));
  await page.type({ 'Phone number': '0733000333' });
  const unproven = { phoneNumber: '254733000333', phoneVerified: false };
  page.answer(answer(updateProfile, { ...emptyAnswer(updateProfile), ...unproven }), owner(unproven));
  await page.person.click(here.getByRole('button', { name: 'Send Code' }));
  await here.findByText('0733 000 333');
  await waitFor(() => expect(page.sent(generatePhoneOtp)).toHaveLength(1));
  page.answer(refusal(verifyPhone, 'verification_code_invalid'));
  await page.type({ 'Verification code': '000000' });
  await page.person.click(here.getByRole('button', { name: 'Verify' }));
  expect(await here.findByText('Invalid verification code')).toBeDefined();
  page.answerThen(answer(verifyPhone, emptyAnswer(verifyPhone)), owner({ phoneNumber: '254733000333' }));
  page.answerThen(answer(startWithdrawal, completed), answer(withdrawalStatus, completed));
  await page.type({ 'Verification code': '123456' });
  await page.person.click(here.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('heading', { name: 'Money sent' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Verify your phone' })).toBeNull();
  expect(page.sent(startWithdrawal)).toHaveLength(2);
});
