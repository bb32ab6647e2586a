import { expect, test } from 'vitest';
import { canPayByHand, promptCannotArrive, paymentThread, purchasePhase } from './purchase-progress.ts';

const prompt = { sentAt: '2026-11-20T11:05:12Z', expiresAt: '2026-11-20T11:06:12Z' };

test('a pending purchase waits for the PIN while the prompt is on the phone, and then for M-PESA’s result', () => {
  expect(purchasePhase({ orderStatus: 'PENDING' }, 47)).toBe('on-the-phone');
  expect(purchasePhase({ orderStatus: 'PENDING' }, 0)).toBe('asking-mpesa');
});

test('shows a payment by hand as being checked, unless a prompt is on the phone', () => {
  const purchase = { orderStatus: 'PENDING', paymentCheck: 'checking' } as const;
  expect(purchasePhase(purchase, 0)).toBe('checking');
  expect(purchasePhase(purchase, 47)).toBe('on-the-phone');
  const [first] = paymentThread(purchase, 'checking', 'Brian');
  expect(first?.title).toBe('Checking with M-PESA');
});

test('the phase of a completed or canceled purchase does not depend on the clock', () => {
  expect(purchasePhase({ orderStatus: 'COMPLETED' }, 47)).toBe('completed');
  expect(purchasePhase({ orderStatus: 'CANCELED' }, 47)).toBe('canceled');
  expect(purchasePhase({ orderStatus: 'REGISTERED' }, 0)).toBe('not-asked');
});

test('offers payment by hand unless the purchase is paid or being checked', () => {
  const phases = [
    'not-asked',
    'on-the-phone',
    'asking-mpesa',
    'checking',
    'overdue',
    'completed',
    'canceled',
  ] as const;
  expect(phases.filter(canPayByHand)).toEqual(['not-asked', 'on-the-phone', 'asking-mpesa', 'canceled']);
});

test('warns that the next prompt may not arrive only if M-PESA could not show the last one', () => {
  expect(promptCannotArrive({ orderStatus: 'CANCELED', failureReason: 'unreachable' })).toBe(true);
  expect(promptCannotArrive({ orderStatus: 'CANCELED', failureReason: 'provider_error' })).toBe(true);
  expect(promptCannotArrive({ orderStatus: 'CANCELED', failureReason: 'wrong_pin' })).toBe(false);
  expect(promptCannotArrive({ orderStatus: 'PENDING' })).toBe(false);
});

test('the timeline shows past, current and coming steps', () => {
  const thread = paymentThread({ orderStatus: 'PENDING', prompt }, 'on-the-phone', 'Brian');
  expect(thread.map(({ state, title }) => `${state}: ${title}`)).toEqual([
    'done: Prompt sent',
    'now: Waiting for your PIN',
    'ahead: Voucher sent to Brian',
  ]);
  expect(thread[0]?.time).toBe('14:05:12');
});

test('the timeline of a canceled purchase explains why, and never says that the voucher was sent', () => {
  const thread = paymentThread(
    { orderStatus: 'CANCELED', failureReason: 'wrong_pin', prompt },
    'canceled',
    'Brian',
  );
  expect(thread[1]).toMatchObject({
    state: 'failed',
    title: 'The PIN was wrong, so M-PESA did not take the money.',
  });
  expect(thread[2]?.state).toBe('ahead');
});

test('the timeline of a completed purchase has no coming step', () => {
  const states = paymentThread({ orderStatus: 'COMPLETED' }, 'completed', 'Brian').map(({ state }) => state);
  expect(states).toEqual(['done', 'done', 'done']);
});

test('does not show a scheduled gift as sent', () => {
  const deliverAt = new Date(Date.now() + 3_600_000).toISOString();
  const thread = paymentThread({ orderStatus: 'COMPLETED', deliverAt }, 'completed', 'Brian');
  expect(thread.map(({ state }) => state)).toEqual(['done', 'done', 'ahead']);
});
