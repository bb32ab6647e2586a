// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { registerTransaction } from '@zawadi/contract/payments';
import { refresh } from '@zawadi/contract/sessions';
import { dashboardStats } from '@zawadi/contract/wallets';
import { paidNumbers } from '@zawadi/contract/withdrawals';
import { expect, test } from 'vitest';
import { answer, refusal, type Answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { settings, statsOf } from '../../../testing/money.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const WIZARD = '/dashboard/redeem?way=withdraw';

async function openWizard(balance: number, ...answers: Answer[]) {
  const page = await open(WIZARD, { as: consumer(), answers: [settings, statsOf(balance), ...answers] });
  if (balance > 0) await screen.findByLabelText('Amount');
  return page;
}

test("S455 explains an invalid amount in the specification's words", async () => {
  const page = await openWizard(950);
  expect(await screen.findByText(/^Minimum: KES\s10 • Maximum: KES\s950$/u)).toBeDefined();
  for (const [typed, sentence] of [
    ['', 'Please fill in all required fields'],
    ['9', 'Minimum withdrawal amount is KES 10'],
    ['951', 'Insufficient wallet balance'],
    ['ten', 'Please enter a valid amount'],
  ] as const) {
    await page.type({ Amount: typed });
    const proceed = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' });
    // An amount above the balance is reported while it is typed, and disables the button.
    expect(proceed.disabled).toBe(typed === '951');
    await page.person.click(proceed);
    expect(await screen.findByText(sentence)).toBeDefined();
  }
  await page.type({ Amount: '999999' });
  expect(screen.getByText('You receive').parentElement?.textContent).toBe('You receive—');
  expect(page.sent(registerTransaction)).toEqual([]);
});

test('explains to the owner of an empty wallet where its money will come from', async () => {
  await openWizard(0);
  expect(await screen.findByText('There is nothing to withdraw yet')).toBeDefined();
  expect(screen.getByText('Money comes into your wallet when you add a gift to it.')).toBeDefined();
  expect(screen.queryByLabelText('Amount')).toBeNull();
});

test('S462 disables quick amounts above the balance, and All fills in the whole balance', async () => {
  const page = await openWizard(950);
  for (const offered of ['100', '500']) {
    await page.press(offered);
    expect(fieldOf('Amount').value).toBe(offered);
  }
  expect(screen.getByText(/KES\s488/u)).toBeDefined();
  for (const tooMuch of ['1,000', '2,000'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: tooMuch }).disabled).toBe(true);
  await page.press('All');
  expect(fieldOf('Amount').value).toBe('950');
});

test('S500 without a registered withdrawal, a later step returns to the first and explains why', async () => {
  const page = await open(`${WIZARD}&step=2`, { as: consumer(), answers: [settings, statsOf(950)] });
  expect(await screen.findByText('No transaction response available')).toBeDefined();
  expect(await screen.findByLabelText('Amount')).toBeDefined();
  expect(page.address()).toBe(WIZARD);
});

test('informs a user whose session ended, and returns to the withdrawal after the sign-in', async () => {
  const page = await openWizard(
    950,
    refusal(registerTransaction, 'unauthenticated'),
    refusal(refresh, 'unauthenticated'),
  );
  await page.type({ Amount: '200' });
  await page.press('Continue');
  expect(await screen.findByText('User not authenticated')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  expect(page.address()).toBe(`/login?from=${WIZARD}`);
});

test('S158 choosing an earlier number fills in the withdrawal', async () => {
  const lastUsedAt = new Date().toISOString();
  const page = await openWizard(
    950,
    answer(paidNumbers, {
      numbers: [
        {
          msisdn: '254733000333',
          name: 'Chiku Maina',
          email: 'chiku@example.test',
          registeredName: 'CHIKU MAINA',
          lastUsedAt,
        },
      ],
    }),
  );
  await page.person.click(await screen.findByRole('button', { name: /Chiku Maina/u }));
  expect(fieldOf('M-PESA number').value).toBe('254733000333');
  expect(fieldOf('Full name').value).toBe('Chiku Maina');
  expect(fieldOf('Email').value).toBe('chiku@example.test');
  expect(screen.getByText(/^Paid before to CHIKU MAINA, today \d\d:\d\d$/u)).toBeDefined();
});

test('a new account sees how much it can withdraw a day, and until when', async () => {
  const stats = {
    ...emptyAnswer(dashboardStats),
    walletBalance: 30_000,
    withdrawableMaximum: 20_000,
    newAccount: { dailyMaximum: 20_000, until: '2026-12-24T09:00:00.000Z' },
  };
  const page = await open(WIZARD, { as: consumer(), answers: [settings, answer(dashboardStats, stats)] });
  await screen.findByLabelText('Amount');
  expect(
    screen.getByText(
      /^Your account is new\. For your safety, it can withdraw KES\s20,000 a day until .*24 Dec/u,
    ),
  ).toBeDefined();
  await page.press('All');
  expect(fieldOf('Amount').value).toBe('20,000');
  await page.type({ Amount: '20001' });
  expect(screen.getByText(/^Today you can still withdraw KES\s20,000$/u)).toBeDefined();

  page.answerThen(
    refusal(registerTransaction, 'withdrawal_waits', { allowed: 15_000, until: '2026-12-24T09:00:00.000Z' }),
  );
  await page.type({ Amount: '20000' });
  await page.press('Continue');
  expect(
    await screen.findByText(/in its first days\. At most KES\s15,000 is possible now\.$/u),
  ).toBeDefined();
});
