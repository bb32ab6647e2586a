import { expect, test } from 'vitest';
import { lateJobs, providerAdvice, queueTexts, unknownText } from './health-words.ts';

test('S269 counts payments without a result by kind, and leaves out kinds without any', () => {
  const none = { state: 'good', purchases: 0, withdrawals: 0, settlements: 0, refunds: 0 } as const;
  expect(unknownText(none)).toBeUndefined();
  expect(unknownText({ ...none, purchases: 1_200, withdrawals: 1, refunds: 2 })).toBe(
    '1,200 purchases, 1 withdrawal and 2 refunds',
  );
});

test('S267 names only message channels with waiting or abandoned messages', () => {
  const topics = [
    { topic: 'sms', waiting: 1, dead: 2 },
    { topic: 'email', waiting: 0, dead: 0 },
    { topic: 'webhook', waiting: 3, dead: 0 },
  ];
  expect(queueTexts({ state: 'attention', topics })).toEqual([
    'sms: 1 waits, 2 gave up today',
    'webhook: 3 wait',
  ]);
});

test('S272 names late and failed jobs, but not jobs that have not run yet', () => {
  const jobs = [
    { name: 'fold-ledger', state: 'good' },
    { name: 'check-float', state: 'bad' },
    { name: 'expire-vouchers', state: 'attention' },
    { name: 'audit-ledger', state: 'unknown' },
  ] as const;
  expect(lateJobs({ state: 'bad', jobs: [...jobs] })).toBe('check-float and expire-vouchers');
  expect(lateJobs({ state: 'good', jobs: [jobs[0], jobs[3]] })).toBeUndefined();
});

test('shows advice about M-PESA only while M-PESA does not answer', () => {
  expect(providerAdvice({ state: 'bad' })).toContain('have the line to M-PESA checked');
  for (const state of ['good', 'attention', 'unknown'] as const)
    expect(providerAdvice({ state })).toBeUndefined();
});
