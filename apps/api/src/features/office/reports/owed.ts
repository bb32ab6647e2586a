import {
  liabilityAge,
  shillingsOf,
  type HandlerAnswer,
  type liabilityReport,
  type owedToMerchants,
  type OwedToMerchant,
  type ReportPeriod,
  type suspenseItems,
  type walletsReport,
} from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { account } from '../../services/postings/index.ts';
import { describeReview, listHolding, receiptIn } from '../../services/reviews/index.ts';
import { onWire } from './figures.ts';
import {
  readComingExpiries,
  readHeldForWithdrawals,
  readLiabilityByAge,
  readOwedToMerchants,
  readWalletsBySize,
} from './owed-store.ts';
import { daysOf } from './period.ts';
import { readDailyChanges } from './totals-store.ts';

export type LiabilityReport = HandlerAnswer<typeof liabilityReport>;
export type WalletsReport = HandlerAnswer<typeof walletsReport>;

/** Lower bounds of the wallet sizes, in shillings. */
const SIZES = [1, 100, 1_000, 10_000, 100_000];
/**
 * Age up to which sums are reused. Reading a million vouchers or wallets takes a second, and no screen needs newer
 * sums.
 */
const FRESH_MS = 5_000;

/** Reads open vouchers, a few seconds old at most. */
export function openVouchers(db: Db) {
  return vouchersOf(db).read('all');
}

const vouchersOf = cachePerDatabase({
  load: async (db) => {
    const [found, months] = await Promise.all([readLiabilityByAge(db), readComingExpiries(db)]);
    const ages = liabilityAge.options.map((age) => {
      const { count, amountCents } = found.find((one) => one.age === age) ?? { count: 0, amountCents: 0n };
      return { age, count, amountCents };
    });
    return { ages, coming: months.map(({ month, ...sum }) => ({ month, ...onWire(sum) })) };
  },
  maximumAgeMs: FRESH_MS,
  maximumEntries: 1,
});

const walletsOf = cachePerDatabase({
  load: (db) => readWalletsBySize(db, SIZES),
  maximumAgeMs: FRESH_MS,
  maximumEntries: 1,
});

/** @throws Refusal `period_invalid` */
export async function readLiability(db: Db, period: ReportPeriod): Promise<LiabilityReport> {
  const dates = daysOf(period);
  const [{ ages }, expiredCents, days] = await Promise.all([
    openVouchers(db),
    readBalance(db, { account: account.expired }),
    balancesOn(db, 'voucher', period.to, dates),
  ]);
  return {
    total: onWire(together(ages)),
    ages: ages.map(({ age, ...sum }) => ({ age, ...onWire(sum) })),
    expiredLiability: shillingsOf(expiredCents),
    days,
  };
}

/** @throws Refusal `period_invalid` */
export async function readWallets(db: Db, period: ReportPeriod): Promise<WalletsReport> {
  const dates = daysOf(period);
  const [found, heldCents, days] = await Promise.all([
    walletsOf(db).read('all'),
    readHeldForWithdrawals(db),
    balancesOn(db, 'wallet', period.to, dates),
  ]);
  return {
    total: onWire(together(found)),
    held: shillingsOf(heldCents),
    sizes: found.map(({ from, ...sum }, index) => {
      const next = SIZES[index + 1];
      return { from, to: next && next - 1, ...onWire(sum) };
    }),
    days,
  };
}

/** Reads the sum of all voucher or wallet balances at the end of each day. */
async function balancesOn(db: Db, kind: 'voucher' | 'wallet', to: string, dates: string[]) {
  const changes = await readDailyChanges(db, kind, to);
  let cents = 0n;
  let next = 0;
  return dates.map((day) => {
    for (let change = changes[next]; change && change.day <= day; change = changes[next]) {
      cents += change.changeCents;
      next += 1;
    }
    return { day, amount: shillingsOf(cents) };
  });
}

function together(sums: readonly { count: number; amountCents: bigint }[]) {
  return sums.reduce(
    (all, { count, amountCents }) => ({
      count: all.count + count,
      amountCents: all.amountCents + amountCents,
    }),
    { count: 0, amountCents: 0n },
  );
}

/**
 * Lists the amount owed to each merchant now, and the sums over all merchants, including merchants beyond the limit.
 * @param limit null for no limit
 * @param merchantId restricts list and sums to one merchant
 */
export async function owedTo(
  db: Db,
  { limit, merchantId }: { limit: number | null; merchantId?: string | undefined },
): Promise<HandlerAnswer<typeof owedToMerchants>> {
  const merchants = (await readOwedToMerchants(db, merchantId)).map(
    ({ dueCents, inBatchesCents, beingPaidCents, ...merchant }): OwedToMerchant => ({
      ...merchant,
      due: shillingsOf(dueCents),
      inBatches: shillingsOf(inBatchesCents),
      beingPaid: shillingsOf(beingPaidCents),
      total: shillingsOf(dueCents + inBatchesCents),
    }),
  );
  const sumOf = (key: 'due' | 'inBatches' | 'beingPaid' | 'total') =>
    merchants.reduce((sum, merchant) => sum + merchant[key], 0);
  return {
    merchants: limit === null ? merchants : merchants.slice(0, limit),
    total: {
      due: sumOf('due'),
      inBatches: sumOf('inBatches'),
      beingPaid: sumOf('beingPaid'),
      total: sumOf('total'),
    },
    merchantCount: merchants.length,
  };
}

/** Lists the sums in suspense, each with its review. */
export async function readSuspense(db: Db): Promise<HandlerAnswer<typeof suspenseItems>> {
  const [open, balanceCents] = await Promise.all([
    listHolding(db, MOST_REVIEWS),
    readBalance(db, { account: account.suspense }),
  ]);
  const heldCents = open.reduce((sum, review) => sum + review.heldCents, 0n);
  return {
    items: open.map((review) => ({
      reviewId: review.id,
      at: review.raisedAt.toISOString(),
      text: describeReview(review).title,
      reference: receiptIn(review),
      amount: Number(review.heldCents),
    })),
    balance: Number(balanceCents),
    unexplained: Number(balanceCents - heldCents),
  };
}

const MOST_REVIEWS = 1_000;
