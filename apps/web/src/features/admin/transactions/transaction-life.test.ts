import { expect, test } from 'vitest';
import { lifeOf } from './transaction-life.ts';
import type { TransactionDetail } from './describe-transaction.ts';

const at = (seconds: number) => `2026-11-20T11:05:${String(seconds).padStart(2, '0')}.000Z`;
const entry = {
  at: at(31),
  kind: 'purchase',
  debit: 'mpesa:collection',
  credit: 'voucher:7f2a09',
  amountCents: 475_000,
};
const detail: TransactionDetail = {
  transaction: {
    transactionId: '9f3c71a2-0000-4000-8000-000000000000',
    type: 'Deposit',
    date: at(11),
    amount: 5000,
    fee: 250,
    netValue: 4750,
    status: 'Success',
  },
  facts: [],
  steps: [
    { at: at(9), text: 'Registered' },
    { at: at(31), text: 'Paid; voucher issued' },
  ],
  tries: [
    {
      attemptId: 'a1',
      at: at(11),
      state: 'SUCCEEDED',
      resultCode: '0',
      explanation: 'Done',
      receipt: 'TKE4XQ81ZN',
      providerId: 'ws_CO_1',
    },
  ],
  entries: [entry, { ...entry, credit: 'revenue:deposit-fee', amountCents: 25_000 }],
  queries: [],
  messages: [
    {
      at: at(30),
      purpose: 'purchase_result',
      copies: 2,
      outcome: 'completed',
      explanation: 'Done',
      body: { ResultCode: 0 },
    },
  ],
  notifications: [
    {
      at: at(34),
      channel: 'SMS',
      template: 'voucher-gift',
      state: 'not_delivered',
      tries: 3,
      error: 'no answer',
    },
  ],
  webhooks: [{ at: at(35), type: 'voucher.redeemed', state: 'delivered', tries: 1, lastStatus: 200 }],
  reviews: [{ reviewId: 'r1', kind: 'paid_twice', text: 'Two receipts', at: at(36), isOpen: true }],
  actions: {
    canQuery: false,
    canResend: true,
    canRefund: true,
    canVoid: true,
    canFreeze: true,
    canUnfreeze: false,
    canExtend: true,
    canBookReversal: true,
    canMark: [],
  },
};

test('S292 lists a payment’s events in order of time', () => {
  expect(lifeOf(detail).map(({ title }) => title)).toEqual([
    'Registered',
    'Prompt ordered from M-PESA',
    'The prompt’s result received',
    'Paid; voucher issued',
    'Posted to the ledger',
    'SMS not delivered',
    'Webhook voucher.redeemed delivered',
    'Two receipts',
  ]);
});

test('S297 shows transfers with the same timestamp as one posting', () => {
  const postings = lifeOf(detail).filter(({ entries }) => entries !== undefined);
  expect(postings.map(({ entries }) => entries?.length)).toEqual([2]);
});

test("S295 shows M-PESA's answer to an order, and that a repeated callback counts once", () => {
  const items = lifeOf(detail);
  expect(items[1]?.note).toBe('It succeeded. Result 0: Done. Receipt TKE4XQ81ZN. M-PESA’s ID ws_CO_1.');
  expect(items[2]).toMatchObject({
    note: 'Done. It came 2 times and counts once.',
    raw: { outcome: 'completed', body: { ResultCode: 0 } },
  });
  expect(items[5]).toMatchObject({ state: 'failed', note: '“voucher gift”, 3 tries, no answer.' });
});

test('marks an unknown result as awaited, and an open case in red', () => {
  const [, order] = lifeOf({ ...detail, tries: [{ attemptId: 'a1', at: at(11), state: 'UNKNOWN' }] });
  expect(order).toMatchObject({ state: 'now', note: expect.stringContaining('Outcome not known yet') });
  expect(lifeOf(detail).at(-1)?.state).toBe('failed');
});

test('S298 lists notifications after their posting, although their timestamp is slightly earlier', () => {
  const told = { channel: 'Email', template: 'purchase-completed', state: 'sent', tries: 1 } as const;
  const posted = { ...entry, at: '2026-11-20T11:05:31.452Z' };
  const items = lifeOf({
    ...detail,
    entries: [posted],
    notifications: [{ ...told, at: '2026-11-20T11:05:31.440Z' }],
  });
  const titles = items.map(({ title }) => title);
  expect(titles.indexOf('Email sent')).toBe(titles.indexOf('Posted to the ledger') + 1);
});

test('shows each question to M-PESA with its requester, and a missing answer as a failure', () => {
  const asked = { call: 'prompt', askedBy: 'worker', state: 'answered' } as const;
  const queries: TransactionDetail['queries'] = [
    { ...asked, at: at(40), detail: 'The initiator cancelled the request' },
    {
      ...asked,
      at: at(41),
      askedBy: 'administrator',
      administrator: 'Zuhura Kioni',
      state: 'unanswered',
      detail: 'HTTP 503',
    },
    { ...asked, at: at(42), call: 'status', askedBy: 'customer', state: 'accepted' },
  ];
  const life = lifeOf({ ...detail, queries }).slice(-3);
  expect(life).toMatchObject([
    { state: 'noted', title: 'Zawadi asked M-PESA about the prompt' },
    {
      state: 'failed',
      title: 'Zuhura Kioni asked M-PESA about the prompt',
      note: 'M-PESA did not answer: HTTP 503.',
    },
    { state: 'now', note: 'M-PESA took the question; its answer has not come yet.' },
  ]);
});
