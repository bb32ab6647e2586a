import type { FeesAndLimits, Fees, Limits, UssdLimits } from '@zawadi/contract/fees-and-limits';
import { formatKes } from '@zawadi/contract/money';

type Words = { label: string; help?: string };

export const FEE_WORDS: Record<keyof Fees, Words> = {
  depositBasisPoints: { label: 'Deposit fee' },
  withdrawalBasisPoints: { label: 'Withdrawal fee' },
  settlementBasisPoints: { label: 'Settlement fee' },
};

export const LIMIT_WORDS: Record<keyof Limits, Words> = {
  minimumPurchase: { label: 'Smallest purchase' },
  minimumWithdrawal: { label: 'Smallest withdrawal', help: 'M-PESA pays out no less than KES 10' },
  maximumTransaction: { label: 'Largest transaction', help: 'M-PESA moves no more than KES 250,000 at once' },
  daily: {
    label: 'Most per consumer and day',
    help: 'Counted separately for money in and money out, per day in Nairobi',
  },
  wallet: { label: 'Most in one wallet', help: 'Checked when a gift is added to the wallet' },
};

export const APPROVAL_WORDS: Words = {
  label: 'Two decide from',
  help: 'Refunds, voids, adjustments and releases, added to what the same person did alone within a day',
};

export const AUTOMATIC_WORDS: Words = {
  label: 'Auto-settled up to',
  help: 'Up to this amount, settlements need no approval; with 0 all of them do',
};

export const LOW_FLOAT_WORDS: Words = {
  label: 'Alert when the float is below',
  help: 'Balance of M-PESA’s pay-out account. With 0, only what is due counts',
};

export const BANK_ROUTES = [
  { value: 'pay-bill', label: 'The bank’s pay bill' },
  { value: 'file', label: 'A bank file' },
] as const satisfies readonly { value: FeesAndLimits['bankRoute']; label: string }[];

export const BANK_ROUTE_WORDS: Words = {
  label: 'Settlements to banks by',
  help: 'Two administrators mark settlements of a bank file as paid',
};

export const NEW_ACCOUNT_WORDS = {
  newAccountDays: {
    label: 'An account is new for (days)',
    help: 'From its first claim or paid purchase; 0 switches the limit off',
  },
  newAccountDaily: {
    label: 'New account withdraws a day',
    help: 'More is refused until the account is no longer new',
  },
} as const satisfies Record<string, Words>;

export const ON_DEMAND_WORDS = {
  onDemandFee: {
    label: 'Fee on demand',
    help: 'In percent. Pay-outs that need an approval have the settlement fee',
  },
  onDemandMinimum: { label: 'Smallest on demand' },
  onDemandDaily: { label: 'Most on demand a day', help: 'For each shop, per day in Nairobi' },
} as const satisfies Record<string, Words>;

export const USSD_WORDS = {
  sessionsPerTenMinutes: { label: 'Sessions in ten minutes', help: 'Of one phone number' },
  confirmationsPerHour: {
    label: 'Confirmations an hour',
    help: 'Claims and withdrawals that one number may confirm, refused ones too',
  },
  wrongNumbersPerHour: {
    label: 'Wrong gift numbers an hour',
    help: 'By one phone number. A day has at most 20',
  },
  resumeMinutes: {
    label: 'Resume within (minutes)',
    help: 'After a cut session, the caller may go on; 0 switches this off',
  },
  silentMinutes: {
    label: 'Alert after silence of (minutes)',
    help: 'If sessions are usual at this time of day',
  },
  usualSessions: {
    label: 'Usual from (sessions)',
    help: 'Average in as many minutes at the same time of the last six days',
  },
  failedPercent: {
    label: 'Alert at failures of (%)',
    help: 'Share of requests within ten minutes that got no screen',
  },
} as const satisfies Record<keyof UssdLimits, Words>;

/** Formats basis points as a percentage: 250 → `2.5%`. */
function percentText(basisPoints: number): string {
  return `${basisPoints / 100}%`;
}

/** Describes fees and limits with their labels. */
export function describeFeesAndLimits(feesAndLimits: FeesAndLimits): Record<string, string> {
  const { fees, limits, approvalFrom, automaticUpTo, bankRoute, newAccounts, onDemand, lowFloat, ussd } =
    feesAndLimits;
  return {
    [FEE_WORDS.depositBasisPoints.label]: percentText(fees.depositBasisPoints),
    [FEE_WORDS.withdrawalBasisPoints.label]: percentText(fees.withdrawalBasisPoints),
    [FEE_WORDS.settlementBasisPoints.label]: percentText(fees.settlementBasisPoints),
    [LIMIT_WORDS.minimumPurchase.label]: formatKes(limits.minimumPurchase),
    [LIMIT_WORDS.minimumWithdrawal.label]: formatKes(limits.minimumWithdrawal),
    [LIMIT_WORDS.maximumTransaction.label]: formatKes(limits.maximumTransaction),
    [LIMIT_WORDS.daily.label]: formatKes(limits.daily),
    [LIMIT_WORDS.wallet.label]: formatKes(limits.wallet),
    [APPROVAL_WORDS.label]: formatKes(approvalFrom),
    [AUTOMATIC_WORDS.label]: formatKes(automaticUpTo),
    [BANK_ROUTE_WORDS.label]: BANK_ROUTES.find(({ value }) => value === bankRoute)?.label ?? bankRoute,
    'New accounts': newAccountText(newAccounts),
    'Settlements on demand': `${percentText(onDemand.feeBasisPoints)}, from ${formatKes(onDemand.minimum)}, ${formatKes(onDemand.daily)} a day`,
    [LOW_FLOAT_WORDS.label]: formatKes(lowFloat),
    'USSD limits': `${ussd.sessionsPerTenMinutes} sessions in ten minutes, ${ussd.confirmationsPerHour} confirmations and ${ussd.wrongNumbersPerHour} wrong numbers an hour, resumed within ${ussd.resumeMinutes} minutes`,
    'USSD alerts': `After ${ussd.silentMinutes} silent minutes with ${ussd.usualSessions} usual sessions, or at ${ussd.failedPercent}% failures`,
  };
}

function newAccountText({ days, daily }: FeesAndLimits['newAccounts']): string {
  if (days === 0) return 'No limit of their own';
  return `${formatKes(daily)} a day for ${days} ${days === 1 ? 'day' : 'days'}`;
}
