import type { ReportName, ReportPeriod } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { nairobiDay, nairobiTime } from '../../../platform/nairobi-time.ts';
import { owedTo, readLiability, readWallets } from './owed.ts';
import { readExpiries, readFees, readMerchants, readVolume } from './read-reports.ts';
import { trialBalanceOn } from './trial-balance.ts';
import type { Table } from './table.ts';
import { ussdTable } from './ussd-report.ts';

type Wanted = ReportPeriod & { now: Date };

const TABLES: Record<ReportName, (db: Db, wanted: Wanted) => Promise<Table>> = {
  volume: volumeTable,
  fees: feesTable,
  liability: liabilityTable,
  expiries: expiriesTable,
  wallets: walletsTable,
  merchants: merchantsTable,
  owed: owedTable,
  ussd: ussdTable,
  'trial-balance': trialBalanceTable,
};

/** @throws Refusal `period_invalid` */
export function readTable(db: Db, { report, ...wanted }: Wanted & { report: ReportName }): Promise<Table> {
  return TABLES[report](db, wanted);
}

const AS_OF = ['As of', 'Time'];
const END_OF_DAY = 'End of the day';

const kes = (amount: number) => ({ kes: amount });
const asOf = (now: Date) => [nairobiDay(now), nairobiTime(now)];

/** Returns the end of a day for a heading: the day without a time if it is over, the current time if it is today. */
function endOf(day: string, now: Date): string[] {
  return day === nairobiDay(now) ? asOf(now) : [day, ''];
}

async function volumeTable(db: Db, period: ReportPeriod): Promise<Table> {
  const { days, total } = await readVolume(db, period);
  const names = ['deposits', 'withdrawals', 'redemptions', 'claims', 'settlements', 'refunds'] as const;
  const heading = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  return {
    title: 'Volume',
    headings: ['Day', ...names.flatMap((name) => [heading(name), `${heading(name)} KES`])],
    rows: days.map((line) => [
      line.day,
      ...names.flatMap((name) => [line[name].count, kes(line[name].amount)]),
    ]),
    summary: names.map((name) => [heading(name), kes(total[name].amount)]),
    // Thirteen columns do not fit on a page.
    notOnPaper: names.map(heading),
  };
}

async function feesTable(db: Db, period: ReportPeriod): Promise<Table> {
  const { days, total } = await readFees(db, period);
  return {
    title: 'Fees earned',
    headings: ['Day', 'Deposits', 'Withdrawals', 'Settlements', 'Total'],
    rows: days.map(({ day, ...line }) => [
      day,
      ...[line.deposit, line.withdrawal, line.settlement, line.total].map(kes),
    ]),
    summary: [['Fees earned', kes(total.total)]],
  };
}

async function liabilityTable(db: Db, { now, ...period }: Wanted): Promise<Table> {
  const { ages, total, expiredLiability, days } = await readLiability(db, period);
  return {
    title: 'Outstanding on vouchers',
    headings: ['Section', ...AS_OF, 'Days since issue', 'Vouchers', 'KES'],
    rows: [
      ...ages.map(({ age, count, amount }) => ['By age', ...asOf(now), age, count, kes(amount)]),
      ...days.map(({ day, amount }) => [END_OF_DAY, ...endOf(day, now), '', '', kes(amount)]),
    ],
    isOfNow: true,
    notOnPaper: ['Time'],
    summary: [
      ['Vouchers', total.count],
      ['Outstanding', kes(total.amount)],
      ['Expired, still owed', kes(expiredLiability)],
    ],
  };
}

async function expiriesTable(db: Db, { now, ...period }: Wanted): Promise<Table> {
  const { done, total, coming } = await readExpiries(db, period);
  return {
    title: 'Expiries',
    headings: ['When', 'State', ...AS_OF, 'Vouchers', 'KES'],
    rows: [
      ...done.map(({ day, count, amount }) => [day, 'Expired', ...asOf(now), count, kes(amount)]),
      ...coming.map(({ month, count, amount }) => [month, 'Coming', ...asOf(now), count, kes(amount)]),
    ],
    isOfNow: true,
    notOnPaper: AS_OF,
    summary: [['Expired in the period', kes(total.amount)]],
  };
}

async function walletsTable(db: Db, { now, ...period }: Wanted): Promise<Table> {
  const { sizes, total, held, days } = await readWallets(db, period);
  return {
    title: 'Owed on wallets',
    headings: ['Section', ...AS_OF, 'From KES', 'To KES', 'Wallets', 'KES'],
    rows: [
      ...sizes.map(({ from, to, count, amount }) => [
        'By balance',
        ...asOf(now),
        from,
        to ?? '',
        count,
        kes(amount),
      ]),
      ...days.map(({ day, amount }) => [END_OF_DAY, ...endOf(day, now), '', '', '', kes(amount)]),
    ],
    isOfNow: true,
    notOnPaper: ['Time'],
    summary: [
      ['Wallets', total.count],
      ['Owed', kes(total.amount)],
      ['Set aside for withdrawals', kes(held)],
    ],
  };
}

async function merchantsTable(db: Db, { now, ...period }: Wanted): Promise<Table> {
  const { merchants, total } = await readMerchants(db, { ...period, limit: null });
  return {
    title: 'Merchants by redemptions',
    headings: ['From', 'To', ...AS_OF, 'Rank', 'Code', 'Merchant', 'Redemptions', 'Share %', 'KES'],
    rows: merchants.map(({ rank, merchantCode, businessName, redemptions, shareBasisPoints, amount }) => [
      period.from,
      period.to,
      ...asOf(now),
      rank,
      merchantCode,
      businessName,
      redemptions,
      (shareBasisPoints / 100).toFixed(2),
      kes(amount),
    ]),
    summary: [['Redeemed', kes(total.amount)]],
    isOfNow: true,
    notOnPaper: ['From', 'To', ...AS_OF],
  };
}

async function owedTable(db: Db, { now }: Wanted): Promise<Table> {
  const { merchants, total } = await owedTo(db, { limit: null });
  return {
    title: 'Owed to merchants',
    headings: [
      ...AS_OF,
      'Code',
      'Merchant',
      'Status',
      'Due KES',
      'In batches KES',
      'Being paid KES',
      'Owed KES',
    ],
    rows: merchants.map(({ merchantCode, businessName, status, due, inBatches, beingPaid, total: all }) => [
      ...asOf(now),
      merchantCode,
      businessName,
      status,
      ...[due, inBatches, beingPaid, all].map(kes),
    ]),
    summary: [
      ['Due', kes(total.due)],
      ['In batches', kes(total.inBatches)],
      ['Owed', kes(total.total)],
    ],
    isOfNow: true,
    notOnPaper: AS_OF,
  };
}

async function trialBalanceTable(db: Db, { to }: ReportPeriod): Promise<Table> {
  const { accounts, differenceCents } = await trialBalanceOn(db, to);
  const on = (side: string) => accounts.filter((one) => one.side === side);
  const sumOf = (side: string) => on(side).reduce((sum, { balanceCents }) => sum + balanceCents, 0n);
  return {
    title: 'Trial balance',
    headings: ['Account', 'Debit', 'Credit'],
    rows: accounts.map(({ kind, side, balanceCents }) => {
      const amount = { cents: balanceCents };
      return side === 'debit' ? [kind, amount, ''] : [kind, '', amount];
    }),
    summary: [
      ['Debit', { cents: sumOf('debit') }],
      ['Credit', { cents: sumOf('credit') }],
      ['Difference', { cents: differenceCents }],
    ],
  };
}
