import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { expect, test } from 'vitest';
import { isResendOffered, sentGiftState, sentGiftWay } from './sent-gift-words.ts';

const sent = {
  status: 'ACTIVE',
  isDelivered: true,
  sentAt: '2025-03-01T09:00:00Z',
  deliverAt: '2025-03-01T09:00:00Z',
  messages: {},
} as const;

test('describes a gift by its latest event', () => {
  const opened = { ...sent, openedAt: '2025-03-02T09:00:00Z' };
  const claimed = { ...opened, claimedAt: '2025-03-03T09:00:00Z' };
  const thanked = { ...claimed, thanks: { message: 'Asante', at: '2025-03-04T09:00:00Z' } };
  expect([sent, opened, claimed, thanked].map(sentGiftWay)).toEqual([
    'Sent 1 Mar 2025',
    'Opened 2 Mar 2025',
    'Added to a wallet 3 Mar 2025',
    'Said thanks 4 Mar 2025',
  ]);
});

test('shows the state of the SMS until the gift is opened, or the state of the mail if there is no SMS', () => {
  const at = '2025-03-01T09:01:00Z';
  const states = ['being_sent', 'sent', 'delivered', 'unclear'] as const;
  expect(states.map((state) => sentGiftWay({ ...sent, messages: { sms: { state, at } } }))).toEqual([
    'Being sent',
    'Sent 1 Mar 2025',
    'Delivered 1 Mar 2025',
    'We do not know whether the SMS arrived',
  ]);
  const failed = { state: 'not_delivered', failure: 'no_such_number', at } as const;
  expect(sentGiftWay({ ...sent, messages: { sms: failed } })).toBe(
    'Not delivered: there is no such phone number',
  );
  const full = { state: 'not_delivered', failure: 'mailbox_full', at } as const;
  expect(sentGiftWay({ ...sent, messages: { email: full } })).toBe('Not delivered: the mailbox is full');
  const opened = { ...sent, messages: { sms: failed }, openedAt: '2025-03-02T09:00:00Z' };
  expect(sentGiftWay(opened)).toBe('Opened 2 Mar 2025');
});

test('shows when a scheduled gift will be delivered, and not that it is active', () => {
  const waiting = { ...sent, isDelivered: false, deliverAt: '2026-12-24T06:00:00Z' };
  expect(sentGiftWay(waiting)).toBe('Arrives Thu 24 Dec 2026, 09:00');
  expect(sentGiftState(waiting)).toBe('Scheduled');
});

test('shows a gift that was refunded before its delivery as refunded', () => {
  expect(sentGiftState({ status: 'REFUNDED', isDelivered: false })).toBe('Refunded');
  expect(sentGiftState({ status: 'PARTIALLY_REDEEMED', isDelivered: true })).toBe('Partly used');
});

test('writes today’s time as part of the sentence ("Sent today 14:05")', () => {
  expect(sentGiftWay({ ...sent, deliverAt: new Date().toISOString() })).toMatch(/^Sent today \d\d:\d\d$/u);
});

test('offers resending if it is possible now or later, and never for a finished gift', () => {
  const gift = { ...sent, canBeResent: true, resendsLeft: 5 } as SentGift;
  const waiting = { ...gift, canBeResent: false, resendsLeft: 4, resendAt: '2026-11-20T11:15:00Z' };
  expect(isResendOffered(gift)).toBe(true);
  expect(isResendOffered(waiting)).toBe(true);
  expect(isResendOffered({ ...waiting, resendsLeft: 0 })).toBe(false);
  expect(isResendOffered({ ...waiting, status: 'CLAIMED' })).toBe(false);
  expect(isResendOffered({ ...gift, canBeResent: false })).toBe(false);
});

test('shows where the money of a refunded gift is, even if other events followed', () => {
  const cancelled = { ...sent, status: 'REFUNDED', isDelivered: false, payerMsisdn: '254712000001' } as const;
  const refund = { amount: 5_000, at: '2026-11-20T11:15:00Z' };
  expect(sentGiftWay({ ...cancelled, refund })).toBe(
    'KES\u00A05,000 is on its way back to 0712 000 001 on M-PESA. We will tell you when it arrives.',
  );
  expect(sentGiftWay({ ...cancelled, refund: { ...refund, returnedTo: 'mpesa' } })).toBe(
    'KES\u00A05,000 went back to 0712 000 001 on M-PESA.',
  );
  expect(sentGiftWay({ ...cancelled, refund: { ...refund, returnedTo: 'wallet' } })).toBe(
    'KES\u00A05,000 is in your wallet.',
  );
});
