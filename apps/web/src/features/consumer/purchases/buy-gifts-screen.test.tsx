// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { registerTransaction } from '@zawadi/contract/payments';
import { purchaseDetails, startPurchase } from '@zawadi/contract/purchases';
import { receiptPdf } from '@zawadi/contract/receipts';
import { claimVoucher } from '@zawadi/contract/vouchers';
import { sentGifts } from '@zawadi/contract/vouchers-gifts';
import { expect, test } from 'vitest';
import { answer, badGateway, file, held, lost, type Answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { giftSent, paid, prompted, purchase, settings } from '../../../testing/money.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();

type Page = Awaited<ReturnType<typeof open>>;

const { requestId } = purchase();
const STEP_3 = `/dashboard/buy-gifts?requestId=${requestId}&step=3`;
const registered = answer(registerTransaction, { ...emptyAnswer(registerTransaction), requestId });
const state = (word: string) =>
  within(screen.getByText('Status').parentElement ?? document.body).queryByText(word);

test('S4 buying a gift shows payment method, steps, problems and the final state without a click', async () => {
  const page = await open('/dashboard/buy-gifts', {
    as: consumer(),
    answers: [settings, badGateway(registerTransaction), answer(purchaseDetails, purchase())],
  });
  expect((await screen.findByRole('radio', { name: /Card/u })).textContent).toContain('Coming Soon');
  const steps = within(screen.getByRole('list', { name: 'Step 1 of 3' })).getAllByRole('listitem');
  const names = ['Transaction Details', 'M-PESA Payment', 'Confirmation'];
  expect(steps.map(({ textContent }) => textContent)).toEqual(names);
  await page.type({
    Amount: '700',
    'Recipient’s full name': 'Baraka Mwita',
    'Recipient’s phone': '0722000222',
    'Recipient’s email': 'baraka.mwita@example.test',
  });
  await page.press('Continue to M-PESA');
  expect(await screen.findByText('Failed to register transaction')).toBeDefined();
  page.answer(lost(registerTransaction));
  await page.press('Continue to M-PESA');
  expect(await screen.findByText('Network error. Please try again.')).toBeDefined();
  expect(fieldOf('Amount').value).toBe('700');
  await expectNoSecondCall(page, [registered], 'Continue to M-PESA', 'Registering...');
  expect(await screen.findByText('Transaction registered successfully!')).toBeDefined();

  page.answer(badGateway(startPurchase));
  await page.press('Send M-PESA prompt');
  expect(await screen.findByText('Failed to initiate payment')).toBeDefined();
  const pending = prompted();
  const sent = [answer(startPurchase, pending), answer(purchaseDetails, pending)] as const;
  await expectNoSecondCall(page, sent, 'Send M-PESA prompt', 'Sending prompt...');
  expect(await screen.findByRole('heading', { name: 'Check your phone' })).toBeDefined();
  await page.press('Complete');
  await waitFor(() => expect(state('Pending')?.className).toContain('warn'));
  page.answer(answer(purchaseDetails, paid()));
  page.hint({ topic: 'purchase', id: requestId });
  await waitFor(() => expect(state('Completed')?.className).toContain('success'));
});

/** Asserts that a button ignores a second click while its API call runs, and that this call succeeds. */
async function expectNoSecondCall(
  page: Page,
  [success, ...then]: readonly [Answer, ...Answer[]],
  name: string,
  busyName: string,
): Promise<void> {
  const before = page.asked(success.endpoint).length;
  const waiting = held(success);
  page.answer(waiting);
  await page.press(name);
  const busy = await screen.findByRole('button', { name: busyName });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  await page.person.click(busy);
  busy.focus();
  await page.person.keyboard('{Enter}');
  page.answer(...then);
  waiting.release();
  await waitFor(() => expect(screen.queryByRole('button', { name: busyName })).toBeNull());
  expect(page.asked(success.endpoint)).toHaveLength(before + 1);
}

test('S144 saves the receipt of a paid gift', async () => {
  const page = await open(STEP_3, {
    as: consumer(),
    answers: [
      settings,
      answer(purchaseDetails, paid()),
      answer(sentGifts, { gifts: [giftSent()] }),
      file(receiptPdf, 'receipt-0c9f62ab.pdf', '%PDF-'),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Sent to Baraka' })).toBeDefined();
  await page.press('Download receipt');
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['receipt-0c9f62ab.pdf']));
  expect(page.asked(receiptPdf)).toEqual([`/api/receipts/v1/${requestId}.pdf`]);

  await page.press('Tell Baraka');
  const dialog = within(await screen.findByRole('dialog', { name: 'Tell Baraka about the gift' }));
  const told = new URL(dialog.getByRole<HTMLAnchorElement>('link').href);
  expect(told.pathname).toBe('/254722000222');
  expect(told.searchParams.get('text')).toBe(
    'Baraka, I sent you a Zawadi gift. Look for the SMS from ZAWADI.',
  );
});

test('sends a gift to a person without an email by SMS only', async () => {
  const copy = paid({ recipientEmail: '', copyEmail: 'amina.hassan@example.test' });
  await open(STEP_3, {
    as: consumer(),
    answers: [settings, answer(purchaseDetails, copy), answer(sentGifts, { gifts: [giftSent()] })],
  });
  expect(await screen.findByText(/We sent the voucher by SMS to/u)).toBeDefined();
  expect(screen.queryByText(/and by email/u)).toBeNull();
});

test('New Transaction starts with an empty form', async () => {
  const page = await open(STEP_3, { as: consumer(), answers: [settings, answer(purchaseDetails, paid())] });
  await page.press('New Transaction');
  await screen.findByLabelText('Amount');
  expect(fieldOf('Amount').value).toBe('');
  expect(fieldOf('Message').value).toBe('');
  expect(page.address()).toBe('/dashboard/buy-gifts');
});

test('a scheduled gift has no button that notifies its recipient', async () => {
  const deliverAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const waiting = paid({ deliverAt });
  await open(STEP_3, { as: consumer(), answers: [settings, answer(purchaseDetails, waiting)] });
  expect(await screen.findByRole('heading', { name: /^Scheduled for \w{3} .*, \d\d:\d\d$/u })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Tell Baraka' })).toBeNull();
});

test('after buying a gift for oneself and adding it, shows its amount and the balance', async () => {
  const voucher = { ...paid().voucher, claimToken: 'a-token-from-a-link' } as ReturnType<
    typeof paid
  >['voucher'];
  const page = await open(STEP_3, {
    as: consumer(),
    answers: [
      settings,
      answer(purchaseDetails, paid({ voucher })),
      answer(claimVoucher, { voucherId: requestId, amount: 665, walletBalance: 1_000 }),
    ],
  });
  expect(await screen.findByRole('heading', { name: 'Your voucher is ready' })).toBeDefined();
  await page.press('Add to wallet');
  expect(await screen.findByText(/KES\s665 is in your wallet/u)).toBeDefined();
});
