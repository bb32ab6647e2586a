import { registerTransaction } from '@zawadi/contract/payments';
import { giftMessage } from '@zawadi/contract/text';
import { expect, test } from 'vitest';
import { emptyGift, giftFormSchema, giftProblems, giftRegistration, LONGEST_MESSAGE } from './gift-form.ts';

const limits = { minimumPurchase: 1, maximumTransaction: 250_000 };
const gift = {
  amount: '5,000',
  fullName: ' Brian Otieno ',
  phone: '+254 712 000 002',
  email: 'brian@zawadi.test',
  message: '',
  cloth: 'asante',
  delivery: 'now',
  deliverDay: '',
  deliverHour: '09',
  showsAmount: false,
  language: 'mine',
  copyToBuyer: false,
} as const;

test('S450 reports every empty field at once, together with invalid values', () => {
  const required = 'Please fill in all required fields';
  expect(giftProblems(emptyGift, limits)).toEqual({
    amount: required,
    fullName: required,
    phone: required,
    email: required,
  });
  expect(giftProblems({ ...gift, amount: '0', phone: ' ', email: '' }, limits)).toEqual({
    amount: 'Please enter a valid amount',
    phone: required,
    email: required,
  });
});

test('S451 asks for a valid amount if a complete form has no amount above zero', () => {
  for (const amount of ['0', '-3', '12.5', 'abc'])
    expect(giftProblems({ ...gift, amount }, limits)).toEqual({ amount: 'Please enter a valid amount' });
});

test('rejects an amount outside the limits before it is sent', () => {
  expect(giftProblems({ ...gift, amount: '250,001' }, limits)).toEqual({
    amount: 'The largest gift is KES\u00a0250,000',
  });
  expect(giftProblems({ ...gift, amount: '49' }, { ...limits, minimumPurchase: 50 })).toEqual({
    amount: 'The smallest gift is KES\u00a050',
  });
});

test('reports every invalid field at once', () => {
  expect(giftProblems({ ...gift, phone: '12', email: 'brian' }, limits)).toEqual({
    phone: 'Please enter a valid phone number, such as 254712345678',
    email: 'Please enter a valid email address',
  });
});

test('S349 finds no problem in a valid gift, and the contract accepts it', () => {
  expect(giftProblems(gift, limits)).toEqual({});
  const body = giftRegistration(gift, {
    id: '0195f6c0-0000-7000-8000-000000000001',
    phoneNumber: '254712000001',
  });
  expect(registerTransaction.body.parse(body)).toMatchObject({
    amount: 5000,
    recipientMsisdn: '254712000002',
    partyA: '254712000001',
    fullName: 'Brian Otieno',
    transactionType: 'purchase',
    transactionDesc: 'Payment for Gift',
    paymentMethod: 'mpesa',
    cloth: 'asante',
  });
});

test('accepts messages up to the contract’s maximum length', () => {
  expect(giftMessage.safeParse('a'.repeat(LONGEST_MESSAGE)).success).toBe(true);
  expect(giftMessage.safeParse('a'.repeat(LONGEST_MESSAGE + 1)).success).toBe(false);
});

test('registers a scheduled gift with its hour, and rejects a past hour', () => {
  const now = new Date('2026-11-20T11:05:00Z');
  const later = { ...gift, delivery: 'later', deliverDay: '2026-12-24' } as const;
  expect(giftProblems(later, limits, now)).toEqual({});
  const buyer = { id: '0195f6c0-0000-7000-8000-000000000001', phoneNumber: '254712000001' };
  expect(registerTransaction.body.parse(giftRegistration(later, buyer))).toMatchObject({
    deliverAt: '2026-12-24T09:00:00+03:00',
  });
  expect(giftProblems({ ...later, deliverDay: '2026-11-19' }, limits, now)).toEqual({
    deliverDay: 'Please choose an hour within the next year.',
  });
});

test('reads a draft that was stored before gifts could be scheduled', () => {
  const { delivery, deliverDay, deliverHour, ...old } = gift;
  expect(giftFormSchema.parse(old)).toEqual({ ...old, delivery, deliverDay, deliverHour });
});
