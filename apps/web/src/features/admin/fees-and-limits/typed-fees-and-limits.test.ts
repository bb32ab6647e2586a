import type { FeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { expect, test } from 'vitest';
import {
  basisPointsTyped,
  chargesOf,
  problemsInFeesAndLimits,
  typedFeesAndLimits,
} from './typed-fees-and-limits.ts';
import { describeFeesAndLimits } from './describe-fees-and-limits.ts';

const FEES_AND_LIMITS: FeesAndLimits = {
  fees: { depositBasisPoints: 500, withdrawalBasisPoints: 250, settlementBasisPoints: 100 },
  limits: {
    minimumPurchase: 1,
    minimumWithdrawal: 10,
    maximumTransaction: 250_000,
    daily: 500_000,
    wallet: 500_000,
  },
  approvalFrom: 10_000,
  automaticUpTo: 250_000,
  bankRoute: 'pay-bill',
  newAccounts: { days: 7, daily: 20_000 },
  onDemand: { feeBasisPoints: 200, minimum: 500, daily: 250_000 },
  lowFloat: 0,
  ussd: {
    sessionsPerTenMinutes: 20,
    confirmationsPerHour: 5,
    wrongNumbersPerHour: 5,
    resumeMinutes: 5,
    silentMinutes: 30,
    usualSessions: 10,
    failedPercent: 50,
  },
};

test('leaves the current values unchanged when they are formatted for the fields and parsed again', () => {
  expect(chargesOf(typedFeesAndLimits(FEES_AND_LIMITS))).toEqual(FEES_AND_LIMITS);
  expect(problemsInFeesAndLimits(typedFeesAndLimits(FEES_AND_LIMITS))).toEqual({});
});

test('reads percentages with up to two decimals, and rejects other text', () => {
  expect(['2.5', '2,5 %', '0', '0.07', '19.99'].map(basisPointsTyped)).toEqual([250, 250, 0, 7, 1999]);
  expect(['', 'two', '-1', '2.555', '1e1'].map(basisPointsTyped)).toEqual(Array(5).fill(Number.NaN));
});

test('S230 explains each problem at its field, also limits that contradict each other', () => {
  const typed = {
    ...typedFeesAndLimits(FEES_AND_LIMITS),
    depositBasisPoints: 'x',
    settlementBasisPoints: '21',
  };
  expect(problemsInFeesAndLimits({ ...typed, minimumWithdrawal: '5' })).toEqual({
    depositBasisPoints: 'Please enter a percentage such as 2.5',
    settlementBasisPoints: 'A fee is at most 20 %',
    minimumWithdrawal: 'Please enter at least 10',
  });
  expect(problemsInFeesAndLimits({ ...typedFeesAndLimits(FEES_AND_LIMITS), daily: '1,000' })).toEqual({
    daily: 'This is less than one transaction may be',
  });
  const newAccount = { newAccountDays: '91', newAccountDaily: 'many' };
  expect(problemsInFeesAndLimits({ ...typedFeesAndLimits(FEES_AND_LIMITS), ...newAccount })).toEqual({
    newAccountDays: 'Please enter at most 90',
    newAccountDaily: 'Please enter whole shillings',
  });
  const ussd = { confirmationsPerHour: '51', silentMinutes: 'half an hour' };
  expect(problemsInFeesAndLimits({ ...typedFeesAndLimits(FEES_AND_LIMITS), ...ussd })).toEqual({
    confirmationsPerHour: 'Please enter at most 50',
    silentMinutes: 'Please enter a whole number',
  });
});

test('describes fees and limits in plain words', () => {
  expect(describeFeesAndLimits(FEES_AND_LIMITS)).toMatchObject({
    'Withdrawal fee': '2.5%',
    'Largest transaction': 'KES\u00a0250,000',
    'Two decide from': 'KES\u00a010,000',
    'Auto-settled up to': 'KES\u00a0250,000',
    'New accounts': 'KES\u00a020,000 a day for 7 days',
    'Settlements to banks by': 'The bank’s pay bill',
    'USSD limits':
      '20 sessions in ten minutes, 5 confirmations and 5 wrong numbers an hour, resumed within 5 minutes',
    'USSD alerts': 'After 30 silent minutes with 10 usual sessions, or at 50% failures',
  });
});
