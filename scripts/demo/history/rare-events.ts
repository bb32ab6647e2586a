import { CONSUMERS } from './cast.ts';
import type { Step } from './step.ts';

/** Returns rare events, once each, near the end of the history so that their cases are still open. */
export function planRareEvents(gift: number, at: (daysAgo: number, minute: number) => Date): Step[] {
  const lapsing = { kind: 'shop voucher', spends: false } as const;
  const big = { kind: 'gift', greeting: 1, payment: 'paid' } as const;
  return [
    { ...big, gift, buyer: 2, recipient: CONSUMERS.length, amount: 12_000, at: at(37, 12 * 60 + 8) },
    { kind: 'refund', gift, at: at(36, 15 * 60 + 2) },
    {
      ...big,
      gift: gift + 1,
      buyer: 0,
      recipient: CONSUMERS.length + 1,
      amount: 7_500,
      at: at(4, 18 * 60 + 31),
    },
    { kind: 'redeem', gift: gift + 1, shop: 0, till: 0, at: at(2, 16 * 60 + 12) },
    {
      ...big,
      gift: gift + 2,
      buyer: 1,
      recipient: CONSUMERS.length + 2,
      amount: 3_000,
      at: at(13, 10 * 60 + 40),
    },
    { kind: 'redeem by mistake', gift: gift + 2, shop: 0, amount: 400, at: at(12, 12 * 60 + 3) },
    { kind: 'redeem', gift: gift + 2, shop: 0, till: undefined, amount: 1_100, at: at(12, 12 * 60 + 9) },
    { ...lapsing, shop: 0, amount: 150, validDays: 6, name: 'Rehema Juma', at: at(12, 12 * 60 + 21) },
    { ...big, gift: gift + 3, buyer: 0, recipient: 2, amount: 1_500, at: at(12, 19 * 60 + 2) },
    { kind: 'refund', gift: gift + 3, at: at(11, 9 * 60 + 33) },
    // A large gift that is claimed and withdrawn at once raises a fraud alert.
    { ...big, gift: gift + 4, buyer: 3, recipient: 2, amount: 24_000, at: at(3, 13 * 60 + 15) },
    { kind: 'claim', gift: gift + 4, at: at(3, 13 * 60 + 21) },
    { kind: 'withdraw', consumer: 2, percent: 95, at: at(3, 13 * 60 + 29) },
    // A large gift that is spent at once raises an alert, which the owner acknowledges.
    {
      ...big,
      gift: gift + 5,
      buyer: 1,
      recipient: CONSUMERS.length + 3,
      amount: 8_000,
      at: at(24, 11 * 60 + 5),
    },
    { kind: 'redeem', gift: gift + 5, shop: 0, till: 1, at: at(23, 14 * 60 + 50) },
    { kind: 'gift from wallet', gift: gift + 6, buyer: 2, recipient: 0, amount: 1_000, at: at(3, 19 * 60) },
    { kind: 'basket', gift: gift + 7, buyer: 0, recipients: [1, 2, 3], amount: 1_500, at: at(2, 18 * 60) },
    { kind: 'stray payment', consumer: 3, amount: 900, at: at(100, 10 * 60 + 17) },
    { kind: 'resolve stray payment', at: at(99, 9 * 60 + 50) },
    { kind: 'stray payment', consumer: 4, amount: 650, at: at(2, 13 * 60 + 44) },
    { kind: 'adjust', at: at(61, 14 * 60 + 10) },
    { kind: 'add merchant', at: at(3, 11 * 60 + 5) },
    { kind: 'open case', at: at(1, 19 * 60 + 30) },
  ];
}
