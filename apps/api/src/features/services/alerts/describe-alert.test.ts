import { alertKind } from '@zawadi/contract';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeAlert } from './describe-alert.ts';

const pages: string[] = JSON.parse(
  readFileSync(new URL('../../../../../web/page-addresses.json', import.meta.url), 'utf8'),
);

const details = {
  accounts: 'voucher:1',
  payout: '200 more',
  amount: 'KES 4,500',
  batchId: 'ST-20261120-ABCDE',
  channel: 'sms',
  cause: 'float',
  code: '500',
  count: 3,
  fullNetworks: 1,
  job: 'expire-vouchers',
  left: 'KES 1,000',
  made: 200,
  missing: 'KES 3,500',
  needed: 'KES 4,500',
  why: 'due',
  until: 'Tuesday 11:00',
  knownUntil: '2026-11-20 14:05',
  perDay: 500,
  sent: 400,
  label: 'Clock',
  merchant: 'Mama Njeri',
  name: 'buying',
  oldest: '2026-11-20 14:05',
  reason: 'Code leak',
  text: 'It is late',
  topic: 'sms',
  what: 'withdrawals',
  minutes: 30,
  usual: 12,
  last: '2026-11-20 14:05',
  failed: 5,
  all: 10,
  percent: 50,
};
const described = (kind: (typeof alertKind.options)[number], more: object = {}) =>
  describeAlert({
    id: 'a',
    kind,
    subject: '',
    details: { ...details, ...more },
    firstAt: new Date(),
    lastAt: new Date(),
    acknowledgedBy: null,
    resolvedAt: null,
  });

test.each(alertKind.options)('the alert %s says what to do, and leads to a page', (kind) => {
  const { title, advice, path } = described(kind, { nextStep: 'Set the clock.' });
  expect(title).not.toMatch(/undefined|\bNaN\b/u);
  expect(advice.trim()).not.toBe('');
  const pathname = path
    .replace(/\?.*$/u, '')
    .replace(/ST-\d+-[A-Z]+$/u, '$batchId')
    .replace(/(?:trial-balance|ussd)$/u, '$report');
  expect(pages).toContain(pathname);
});

test.each([
  ['payments_unknown', 'of 3 payments for an hour (KES 4,500, the oldest since 2026-11-20 14:05)'],
  [
    'approvals_waiting',
    '3 requests wait for a second administrator (KES 4,500, the oldest since 2026-11-20 14:05)',
  ],
] as const)('the alert %s names the money and the oldest item', (kind, text) => {
  expect(described(kind).title).toContain(text);
});

test('an alert of an earlier version has neither', () => {
  const { title } = described('approvals_waiting', { amount: undefined, oldest: undefined });
  expect(title).toBe('3 requests wait for a second administrator');
});
