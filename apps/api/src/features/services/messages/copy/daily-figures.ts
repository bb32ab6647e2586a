import type { LanguageName, Proof, WorkKind } from '@zawadi/contract';
import { count, list, shillings, text, wholeDay, type FactsOf } from '../fields.ts';
import { message, type Email } from '../message.ts';
import { day as dayText, dayAndHour, kes } from './phrases.ts';

type Waiting = { kind: WorkKind; count: number; amount?: number; path: string };

const data = {
  day: wholeDay('2026-11-20'),
  sold: shillings(1_250_000),
  redeemed: shillings(980_000),
  withdrawn: shillings(310_000),
  settled: shillings(870_000),
  fees: shillings(62_500),
  failed: count(12),
  /** Work that waits for this administrator. */
  work: list<Waiting>([
    { kind: 'approvals', count: 2, amount: 25_000, path: '/admin/transactions/approvals?status=Open' },
  ]),
  floats: list<{ account: string; amount: number }>([
    { account: 'mpesa:collection', amount: 812_000 },
    { account: 'mpesa:payout', amount: 2_400_000 },
  ]),
  proofs: list<{ part: Proof['part']; until?: string }>([
    { part: 'collection', until: '2026-11-21T02:30:00Z' },
    { part: 'payout' },
  ]),
  site: text('https://zawadi.example'),
};
type Facts = FactsOf<typeof data>;

const WORDS = {
  en: {
    subject: (day: string) => `Zawadi on ${day}`,
    paragraph: (waiting: number) =>
      waiting === 0
        ? 'Nothing waits for you.'
        : `${waiting} ${waiting === 1 ? 'thing waits' : 'things wait'} for you.`,
    sold: 'Sold',
    redeemed: 'Redeemed',
    withdrawn: 'Withdrawn',
    settled: 'Settled',
    fees: 'Fees',
    failed: 'Failed payments',
    float: { 'mpesa:collection': 'M-PESA collection', 'mpesa:payout': 'M-PESA pay-out' } as Record<
      string,
      string
    >,
    proved: 'Proved until',
    notProved: 'not proved yet',
    button: 'Open the dashboard',
    note: 'You switched this mail on. Switch it off in Settings, at Daily mail.',
    work: {
      alerts: 'Alerts',
      'unknown-payments': 'Unknown payments',
      approvals: 'Approvals',
      reviews: 'Reviews',
      differences: 'Differences',
      settlements: 'Settlements to check',
      'fraud-alerts': 'Fraud alerts',
      applications: 'Applications',
      letters: 'Letters',
    } satisfies Record<WorkKind, string>,
    parts: {
      collection: 'collection',
      payout: 'pay-out',
      wallets: 'wallets',
      vouchers: 'vouchers',
      merchants: 'merchants',
    } satisfies Record<Proof['part'], string>,
  },
  sw: {
    subject: (day: string) => `Zawadi tarehe ${day}`,
    paragraph: (waiting: number) =>
      waiting === 0 ? 'Hakuna kinachokusubiri.' : `Mambo ${waiting} yanakusubiri.`,
    sold: 'Zilizouzwa',
    redeemed: 'Zilizotumika',
    withdrawn: 'Zilizotolewa',
    settled: 'Zilizolipwa maduka',
    fees: 'Ada',
    failed: 'Malipo yaliyoshindikana',
    float: { 'mpesa:collection': 'M-PESA ya makusanyo', 'mpesa:payout': 'M-PESA ya malipo' } as Record<
      string,
      string
    >,
    proved: 'Imethibitishwa hadi',
    notProved: 'bado haijathibitishwa',
    button: 'Fungua dashibodi',
    note: 'Uliwasha barua pepe hii. Izime kwenye Settings, sehemu ya Daily mail.',
    work: {
      alerts: 'Tahadhari',
      'unknown-payments': 'Malipo yasiyojulikana',
      approvals: 'Maombi ya kuidhinisha',
      reviews: 'Kesi za kukagua',
      differences: 'Tofauti',
      settlements: 'Malipo ya maduka ya kuangalia',
      'fraud-alerts': 'Tahadhari za ulaghai',
      applications: 'Maduka yanayosubiri',
      letters: 'Barua',
    } satisfies Record<WorkKind, string>,
    parts: {
      collection: 'makusanyo',
      payout: 'malipo',
      wallets: 'pochi',
      vouchers: 'vocha',
      merchants: 'maduka',
    } satisfies Record<Proof['part'], string>,
  },
};

function mail(language: LanguageName, facts: Facts): Email {
  const words = WORDS[language];
  const day = dayText(new Date(`${facts.day}T09:00:00Z`), language);
  const days = `from=${facts.day}&to=${facts.day}`;
  const at = (path: string) => `${facts.site}/admin${path}`;
  const waiting = facts.work.reduce((sum, one) => sum + one.count, 0);
  return {
    subject: words.subject(day),
    heading: words.subject(day),
    paragraphs: [words.paragraph(waiting)],
    rows: [
      { label: words.sold, value: kes(facts.sold), url: at(`/transactions?type=Deposit&${days}`) },
      { label: words.redeemed, value: kes(facts.redeemed), url: at(`/transactions?type=Redemption&${days}`) },
      {
        label: words.withdrawn,
        value: kes(facts.withdrawn),
        url: at(`/transactions?type=Withdrawal&${days}`),
      },
      { label: words.settled, value: kes(facts.settled), url: at(`/transactions?type=Settlement&${days}`) },
      { label: words.fees, value: kes(facts.fees), url: at(`/reports/fees?${days}`) },
      { label: words.failed, value: String(facts.failed), url: at(`/transactions?status=Failed&${days}`) },
      ...facts.work.map(({ kind, count: waits, amount, path }) => ({
        label: words.work[kind],
        value: amount === undefined ? String(waits) : `${waits}, ${kes(amount)}`,
        url: `${facts.site}${path}`,
      })),
      ...facts.floats.map(({ account, amount }) => ({
        label: words.float[account] ?? account,
        value: kes(amount),
        url: at('/reconciliation/balances'),
      })),
      ...facts.proofs.map(({ part, until }) => ({
        label: `${words.proved}: ${words.parts[part]}`,
        value: until === undefined ? words.notProved : dayAndHour(new Date(until), language),
        url: at('/settings/health'),
      })),
    ],
    button: { label: words.button, url: at('') },
    note: words.note,
  };
}

/** The daily mail to administrators who have switched it on. */
export const dailyFiguresMessages = {
  'daily-figures': message({
    title: 'Yesterday’s figures, for administrators who have switched this mail on',
    data,
    email: { en: (facts) => mail('en', facts), sw: (facts) => mail('sw', facts) },
  }),
};
