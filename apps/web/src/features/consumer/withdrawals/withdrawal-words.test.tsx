// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { registerTransaction } from '@zawadi/contract/payments';
import { startWithdrawal, withdrawalStatus } from '@zawadi/contract/withdrawals';
import { expect, test } from 'vitest';
import { answer, badGateway, held, lost } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { settings, statsOf, withdrawal } from '../../../testing/money.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const { requestId } = withdrawal();
const known = (details: Parameters<typeof withdrawal>[0] = {}) =>
  answer(withdrawalStatus, withdrawal(details));

test('S57 a withdrawal shows the specified texts: start page, steps, problems, and the final state without a click', async () => {
  const page = await open('/dashboard/redeem', {
    as: consumer(),
    answers: [settings, statsOf(950), badGateway(registerTransaction)],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Redeem & Withdraw' })).toBeDefined();
  const way = screen.getByRole('link', { name: /Withdraw to M-PESA/u });
  await waitFor(() => expect(way.textContent).toMatch(/Instant transfer · KES\s950 available/u));
  expect(screen.getByText('Redeem Gift Card')).toBeDefined();
  expect(screen.getByText('Coming Soon')).toBeDefined();
  await page.person.click(way);
  const steps = within(await screen.findByRole('list', { name: 'Step 1 of 3' })).getAllByRole('listitem');
  const names = ['Withdrawal Details', 'M-PESA Withdrawal', 'Confirmation'];
  expect(steps.map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.getByText(/Processing may take 1-5 minutes\..*SMS confirmation/u)).toBeDefined();
  await page.type({ Amount: '400' });
  await page.press('Continue');
  expect(await screen.findByText('Failed to register withdrawal')).toBeDefined();
  page.answer(lost(registerTransaction));
  await page.press('Continue');
  expect(await screen.findByText('Network error. Please try again.')).toBeDefined();
  page.answer(answer(registerTransaction, { ...emptyAnswer(registerTransaction), requestId }), known());
  await page.press('Continue');
  expect(await screen.findByText('Withdrawal request registered successfully!')).toBeDefined();
  page.answer(badGateway(startWithdrawal));
  await page.press('Complete');
  expect(await screen.findByText('Failed to initiate withdrawal')).toBeDefined();
  page.answer(lost(startWithdrawal));
  await page.press('Complete');
  expect(await screen.findByText('Network error. Please try again.')).toBeDefined();

  const waiting = held(answer(startWithdrawal, withdrawal({ orderStatus: 'PENDING', walletBalance: 550 })));
  page.answer(waiting);
  const before = page.sent(startWithdrawal).length;
  await page.press('Complete');
  const busy = await screen.findByRole('button', { name: 'Sending...' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  await page.person.click(busy);
  busy.focus();
  await page.person.keyboard('{Enter}');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Back' }).disabled).toBe(true);
  page.answer(known({ orderStatus: 'PENDING', walletBalance: 550 }));
  waiting.release();
  expect(await screen.findByText('Withdrawal initiated successfully!')).toBeDefined();
  expect(page.sent(startWithdrawal)).toHaveLength(before + 1);
  expect(await screen.findByRole('heading', { name: 'On its way' })).toBeDefined();

  page.answer(known({ orderStatus: 'CANCELED', failureReason: 'provider_error' }));
  page.hint({ topic: 'withdrawal', id: requestId });
  expect(await screen.findByText('The money is back in your wallet.')).toBeDefined();
  expect(screen.getByText('Canceled').closest('.badge')?.className).toContain('danger');
  expect(screen.queryByText('Withdrawal completed successfully!')).toBeNull();
  expect(screen.queryByText('You receive')).toBeNull();
  await page.press('Try again');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Amount').value).toBe('400');
});
