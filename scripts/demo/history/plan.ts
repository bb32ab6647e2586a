import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../apps/api/src/platform/durations.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../apps/api/src/platform/nairobi-time.ts';
import { CONSUMERS, GUESTS, SHOPS } from './cast.ts';
import { createRandom, type Random } from './random.ts';
import { planRareEvents } from './rare-events.ts';
import type { Payment, Step } from './step.ts';

const DAYS = 182;
export const MONDAY = 1;
/** The float is checked on each of the last days, and must find all charges booked. */
const CLOSED_DAILY_FOR_DAYS = 3;
const AMOUNTS = [300, 500, 500, 750, 1_000, 1_000, 1_000, 1_200, 1_500, 1_500, 1_800, 2_500, 3_000, 4_000];
const BIG_AMOUNTS = [6_000, 8_000];
const LOYAL = [
  'Wanjiku Kariuki',
  'Abdi Noor',
  'Grace Adhiambo',
  'Peter Njoroge',
  'Rehema Juma',
  'John Kimani',
];

/** Cumulative percentages of redemptions by shop; the first shop sells most. */
const SHOP_SHARES = [45, 74, 90, 100];
/** Cumulative percentages of gifts that are spent in one, two or three parts. The rest stay unspent. */
const PART_SHARES = [48, 80, 95];

/**
 * Plans six months of people and shops up to yesterday evening, the same on every run.
 * @param days length of the history in days, up to yesterday
 */
export function planHistory(present: Date, days = DAYS): Step[] {
  const random = createRandom(11);
  const today = beginningOfNairobiDay(nairobiDay(present)).getTime();
  const at = (daysAgo: number, minute: number) => new Date(today - daysAgo * DAY_MS + minute * MINUTE_MS);
  // In a short history, only the consumers who joined first in the long history have an account.
  const joins = CONSUMERS.map(({ joinsDaysAgo }) => joinsDaysAgo - DAYS + days);
  const steps: Step[] = joins.flatMap((daysAgo, consumer) =>
    daysAgo > 0 ? [{ kind: 'join', consumer, at: at(daysAgo, 8 * 60 + consumer * 7) } as const] : [],
  );
  let gift = 0;
  let due = 0;
  for (let daysAgo = days - 1; daysAgo >= 1; daysAgo -= 1) {
    due += giftsPerDay((days - daysAgo) / days) + (isWeekend(at(daysAgo, 0)) ? 0.2 : -0.05);
    for (; due >= 1; due -= 1, gift += 1) {
      const people = joins.flatMap((joined, consumer) => (joined > daysAgo ? [consumer] : []));
      steps.push(...lifeOfGift({ gift, daysAgo, people, at, random }));
    }
  }
  steps.push(...planRareEvents(gift, at), ...offices(at), ...closings(days, at));
  const isWithin = (step: Step) => step.at > at(days, 0) && step.at < at(0, 0);
  return steps.filter(isWithin).toSorted((one, other) => +one.at - +other.at);
}

/** The business grows: a few gifts in the first weeks, most in the last two months, which charts show by day. */
function giftsPerDay(progress: number): number {
  return 0.12 + 0.68 * progress ** 2;
}

type Scene = {
  gift: number;
  daysAgo: number;
  people: number[];
  at: (daysAgo: number, minute: number) => Date;
  random: Random;
};

function lifeOfGift({ gift, daysAgo, people, at, random }: Scene): Step[] {
  const pick = <T>(list: readonly T[]) => list[random.below(list.length)] as T;
  const buyer = pick(people);
  const others = people.filter((one) => one !== buyer);
  const isGuest = random.chance(30) || others.length === 0;
  const recipient = isGuest ? CONSUMERS.length + random.below(GUESTS.length) : pick(others);
  const bought = at(daysAgo, 7 * 60 + random.below(13 * 60));
  const amount = gift % 23 === 9 ? pick(BIG_AMOUNTS) : pick(AMOUNTS);
  const payment = paymentOf(gift);
  const isLater = gift % 15 === 4;
  const deliverAt = new Date(Math.ceil(bought.getTime() / HOUR_MS) * HOUR_MS + DAY_MS);
  const greeting = random.below(1_000);
  const steps: Step[] = [
    {
      kind: 'gift',
      at: bought,
      gift,
      buyer,
      recipient,
      amount,
      greeting,
      payment,
      ...(isLater && { deliverAt }),
    },
  ];
  if (payment !== 'paid') return steps;
  if (gift % 49 === 30)
    return [...steps, { kind: 'refund', gift, at: at(Math.max(1, daysAgo - 2), 11 * 60 + 20) }];
  if (gift % 6 === 2 && !isLater)
    steps.push({ kind: 'thank', gift, at: new Date(bought.getTime() + 40 * MINUTE_MS) });
  let spentDaysAgo = daysAgo - (isLater ? 2 : 1) - random.below(6);
  const end = random.below(100);
  if (end < 22 && !isGuest) {
    const percent = 50 + random.below(50);
    return [
      ...steps,
      { kind: 'claim', gift, at: at(spentDaysAgo, 8 * 60 + random.below(700)) },
      {
        kind: 'withdraw',
        consumer: recipient,
        percent,
        at: at(spentDaysAgo - random.below(3), 20 * 60 + 45),
      },
    ];
  }
  const parts = end < 95 ? placeIn(PART_SHARES, end) + 1 : 0;
  for (let part = 1; part <= parts; part += 1) {
    const shop = placeIn(SHOP_SHARES, random.below(100));
    const cashiers = SHOPS[shop]?.cashiers.length ?? 0;
    const till = cashiers === 0 || random.chance(35) ? undefined : random.below(cashiers);
    const spent = at(spentDaysAgo, 9 * 60 + 30 + random.below(9 * 60 + 30));
    const some = Math.round((amount * (25 + random.below(20))) / 100 / 10) * 10;
    if (shop === 0 && gift % 12 === 5 && part < parts)
      steps.push({ kind: 'redeem by mistake', gift, shop, amount: some, at: spent });
    const sold = new Date(spent.getTime() + 4 * MINUTE_MS);
    steps.push({ kind: 'redeem', gift, shop, till, ...(part < parts && { amount: some }), at: sold });
    if (shop < 2 && gift % 7 === 3) {
      const name = pick(LOYAL);
      const next = new Date(sold.getTime() + 6 * MINUTE_MS);
      const spends = random.chance(50);
      steps.push({ kind: 'shop voucher', shop, amount: 100, validDays: 21, name, spends, at: next });
    }
    spentDaysAgo -= 3 + random.below(14);
  }
  return steps;
}

function paymentOf(gift: number): Payment {
  if (gift % 25 === 7) return 'cancelled';
  return gift % 50 === 19 ? 'short of money' : 'paid';
}

function placeIn(shares: readonly number[], percent: number): number {
  return shares.findIndex((share) => percent < share);
}

/**
 * On the evening of every second Monday, after the settlements, an administrator reconciles and books M-PESA's charges;
 * in the last days every evening.
 */
function closings(days: number, at: Scene['at']): Step[] {
  return Array.from({ length: days }, (_, index) => days - index)
    .filter((daysAgo) => isClosingMonday(at(daysAgo, 0)) || daysAgo <= CLOSED_DAILY_FOR_DAYS)
    .flatMap((daysAgo): Step[] => [
      { kind: 'reconcile', at: at(daysAgo, 21 * 60 + 35) },
      { kind: 'book charges', at: at(daysAgo, 21 * 60 + 40) },
    ]);
}

function offices(at: Scene['at']): Step[] {
  const steps: Step[] = [];
  for (const daysAgo of [20, 8, 5, 3]) steps.push({ kind: 'look at alerts', at: at(daysAgo, 20 * 60) });
  const letters = [
    [131, 1, 'A second till', 'We open a second counter in March. Can both use the same sign-in?'],
    [74, 0, 'Receipts', 'Customers ask for a printed receipt of a redemption. Where do we find it?'],
    [1, 2, 'Pay-out to our bank', 'Could we be paid to our account at Equity instead of the phone?'],
  ] as const;
  for (const [daysAgo, shop, subject, message] of letters) {
    steps.push({ kind: 'write to support', shop, subject, message, at: at(daysAgo, 16 * 60 + 20) });
    if (daysAgo > 1) steps.push({ kind: 'answer support', at: at(daysAgo - 1, 9 * 60 + 25) });
  }
  return steps;
}

/** Returns whether the day is a Friday or Saturday, when people buy the most gifts. */
function isWeekend(day: Date): boolean {
  return [5, 6].includes(weekdayOf(day));
}

/** Returns whether an administrator books M-PESA's charges on this day: every second Monday. */
export function isClosingMonday(day: Date): boolean {
  const week = Math.floor((day.getTime() + 3 * HOUR_MS) / (7 * DAY_MS));
  return weekdayOf(day) === MONDAY && week % 2 === 0;
}

/** Returns the weekday in Nairobi. */
export function weekdayOf(moment: Date): number {
  return new Date(moment.getTime() + 3 * HOUR_MS).getUTCDay();
}
