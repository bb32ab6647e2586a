// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { confirmPayment, purchaseDetails, startPurchase } from '@zawadi/contract/purchases';
import { expect, test } from 'vitest';
import { answer, refusal, type Answer } from '../../../testing/contract-answers.ts';
import { paid, prompted, purchase, settings } from '../../../testing/money.ts';
import { fieldOf, pages, whole } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

const { requestId, billReferenceNumber } = purchase();
const STEP_2 = `/dashboard/buy-gifts?requestId=${requestId}&step=2`;
const SEND = 'Send M-PESA prompt';
const PAYER = 'M-PESA number that pays';

async function openStep(state: ReturnType<typeof purchase>, ...answers: Answer[]) {
  return open(STEP_2, {
    as: consumer(),
    answers: [settings, answer(purchaseDetails, state), ...answers],
  });
}

test('S366 Fetch Payment shows that a prompt is still open, and later shows the payment', async () => {
  const page = await openStep(purchase(), refusal(confirmPayment, 'payment_pending'));
  await page.press('Fetch Payment');
  expect(await screen.findByText(whole('We have not sent a prompt yet. Nothing was charged.'))).toBeDefined();
  expect(screen.queryByText(/No prompt\?/u)).toBeNull();
  const pending = prompted();
  page.answerThen(answer(startPurchase, pending), answer(purchaseDetails, pending));
  await page.press(SEND);
  await screen.findByRole('heading', { name: 'Check your phone' });
  await waitFor(() => expect(screen.queryByText(/Payment status not completed/u)).toBeNull());
  await page.press('Fetch Payment');
  expect(
    await screen.findByText(/Please try again or contact support if the issue persists./u),
  ).toBeDefined();
  expect(screen.getByText(/Check your network, and that the phone is unlocked/u)).toBeDefined();

  page.answerThen(
    answer(confirmPayment, { ...pending, orderStatus: 'COMPLETED' }),
    answer(purchaseDetails, paid()),
  );
  await page.press('Fetch Payment');
  expect(await screen.findByText('Payment fetched successfully!')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Completed' })).toBeDefined();
  expect(page.sent(confirmPayment)).toEqual([1, 2, 3].map(() => ({ billReferenceNumber })));
});

test('S368 a reload during the payment restores it, and New Transaction starts with an empty form', async () => {
  const page = await openStep(prompted());
  await screen.findByRole('heading', { name: 'Check your phone' });
  await page.reload();
  expect(await screen.findByRole('heading', { name: 'Check your phone' })).toBeDefined();
  expect(screen.getByRole('timer')).toBeDefined();
  expect(screen.getByRole('article', { name: /Voucher for Baraka Mwita/u }).textContent).toContain(
    'Hongera!',
  );
  page.answer(answer(purchaseDetails, paid()));
  page.hint({ topic: 'purchase', id: requestId });
  await screen.findByRole('heading', { name: 'Completed' });
  await page.press('Complete');
  await page.press('New Transaction');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Amount').value).toBe('');
  expect(fieldOf('Message').value).toBe('');
});

test('S189 announces changes without a click in a live region that was already on the page', async () => {
  const pending = prompted();
  const page = await openStep(purchase());
  page.answerThen(answer(startPurchase, pending), answer(purchaseDetails, pending));
  await page.press(SEND);
  const toast = await screen.findByText('Payment initiated successfully! Please check your phone.');
  expect(toast.closest('[aria-live="polite"]')).not.toBeNull();
  const heading = await screen.findByRole('heading', { name: 'Check your phone' });
  const region = heading.closest('[aria-live="polite"]');
  page.answer(answer(purchaseDetails, paid()));
  page.hint({ topic: 'purchase', id: requestId });
  await screen.findByRole('heading', { name: 'Completed' });
  expect(region?.isConnected).toBe(true);
  expect(region?.textContent).toContain('Completed');
});

test('while M-PESA does not answer, the page says so instead of "check your phone", and offers another prompt later', async () => {
  const now = Date.now();
  const unanswered = purchase({
    orderStatus: 'PENDING',
    prompt: {
      sentAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 60_000).toISOString(),
      isUnanswered: true,
    },
    retryAt: new Date(now + 300_000).toISOString(),
  });
  const page = await openStep(purchase());
  page.answerThen(answer(startPurchase, unanswered), answer(purchaseDetails, unanswered));
  await page.press(SEND);
  expect(await screen.findByRole('heading', { name: 'M-PESA does not answer right now' })).toBeDefined();
  expect(screen.queryByText(/Payment initiated successfully/u)).toBeNull();
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Try again in [45]:\d\d/u });
  expect(button().disabled).toBe(true);
  // No other phone gets a prompt either.
  await page.type({ [PAYER]: '0733000333' });
  expect(button().disabled).toBe(true);
  page.answer(answer(purchaseDetails, paid()));
  page.hint({ topic: 'purchase', id: requestId });
  expect(await screen.findByRole('heading', { name: 'Completed' })).toBeDefined();
});

test('S373 shows that an unanswered prompt expired, without a click', async () => {
  const page = await openStep(prompted());
  await screen.findByRole('heading', { name: 'Check your phone' });
  page.answer(answer(purchaseDetails, purchase({ orderStatus: 'CANCELED', failureReason: 'expired' })));
  page.hint({ topic: 'purchase', id: requestId });
  expect(await screen.findByRole('heading', { name: 'The prompt was not answered in time.' })).toBeDefined();
  expect(
    screen.getByText('Nothing was charged. You can try again, from this or another number.'),
  ).toBeDefined();
  expect(screen.getByText(/No prompt\?/u)).toBeDefined();
});

test("S498 blocks the same amount from the same phone for M-PESA's two minutes, with a countdown", async () => {
  const page = await openStep(purchase(), refusal(startPurchase, 'prompt_repeated'));
  await page.press(SEND);
  expect(
    await screen.findByText(whole('M-PESA refuses the same amount to the same phone within 2 minutes.')),
  ).toBeDefined();
  const countdown = () => screen.getByRole<HTMLButtonElement>('button', { name: /Try again in [12]:\d\d/u });
  expect(countdown().disabled).toBe(true);

  // M-PESA's limit applies to one phone number: a friend's phone may pay until it reaches its own limit.
  await page.type({ [PAYER]: '0733000333' });
  expect(screen.getAllByText('0733 000 333')).toBeDefined();
  page.answer(refusal(startPurchase, 'prompts_exhausted'));
  await page.press(SEND);
  expect(await screen.findByText(/This number cannot get more prompts today./u)).toBeDefined();
  expect(await screen.findByRole('button', { name: 'I have paid' })).toBeDefined();
  await page.type({ [PAYER]: '0711000111' });
  expect(countdown().disabled).toBe(true);
  expect(screen.queryByText(/This number cannot get more prompts today./u)).toBeNull();
  expect(page.sent(startPurchase).map((body) => body?.partyA)).toEqual(['254711000111', '0733000333']);
});

test('shows a payment by hand as received after the buyer reports it, and offers no second payment', async () => {
  const page = await openStep(purchase(), refusal(confirmPayment, 'payment_pending'));
  await page.press('Pay with Pay Bill');
  const byHand = await screen.findByRole('region', { name: 'Pay with Pay Bill' });
  expect(byHand.textContent).toMatch(/600100.*ABCDEFGH.*KES\s700/u);
  await page.reload();
  await page.press('Copy: Account number');
  expect(await navigator.clipboard.readText()).toBe(billReferenceNumber);
  await page.press('I have paid');
  expect(await screen.findByText('We have not received your payment yet.')).toBeDefined();
  page.answer(answer(purchaseDetails, purchase({ orderStatus: 'PENDING', paymentCheck: 'checking' })));
  page.hint({ topic: 'purchase', id: requestId });
  expect(
    await screen.findByRole('heading', { name: 'We have your payment and are checking it' }),
  ).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Pay with Pay Bill' })).toBeNull();
});

test('while M-PESA is asked, the heading of each new state has the focus, and only Fetch Payment is filled', async () => {
  const pending = prompted();
  const page = await openStep(purchase());
  page.answerThen(answer(startPurchase, pending), answer(purchaseDetails, pending));
  await page.press(SEND);
  const waiting = await screen.findByRole('heading', { name: 'Check your phone' });
  await expect.poll(() => document.activeElement).toBe(waiting);
  expect(filledButtons()).toEqual(['Fetch Payment']);

  page.answer(answer(purchaseDetails, paid()));
  page.hint({ topic: 'purchase', id: requestId });
  const completed = await screen.findByRole('heading', { name: 'Completed' });
  await expect.poll(() => document.activeElement).toBe(completed);
  expect(filledButtons()).toEqual(['Complete']);
  await page.press('Complete');
  await screen.findByRole('heading', { name: 'Being sent to Baraka' });
  expect(filledButtons()).toEqual(['Tell Baraka']);
});

test('a change of state leaves the focus in a field that the buyer types in', async () => {
  const page = await openStep(purchase());
  const payer = await screen.findByLabelText(PAYER);
  payer.focus();
  page.answer(answer(purchaseDetails, purchase({ orderStatus: 'CANCELED', failureReason: 'expired' })));
  page.hint({ topic: 'purchase', id: requestId });
  await screen.findByRole('heading', { name: 'The prompt was not answered in time.' });
  await expect.poll(() => document.activeElement).toBe(payer);
});

/** The labels of the filled buttons, without the labels of their busy state. */
function filledButtons(): (string | null)[] {
  return screen
    .getAllByRole('button')
    .filter(({ classList }) => classList.contains('primary'))
    .map((button) => (button.querySelector('.btn-face') ?? button).textContent);
}
