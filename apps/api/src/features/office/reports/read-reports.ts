import {
  shillingsOf,
  type expiriesReport,
  type feesReport,
  type HandlerAnswer,
  type MerchantRankingRow,
  type merchantsReport,
  type ReportPeriod,
  type volumeReport,
} from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { expiriesIn, feesIn, onWire, volumeIn } from './figures.ts';
import { openVouchers } from './owed.ts';
import { byDay, daysOf } from './period.ts';
import { rankMerchants, readDailyTotals, type MerchantSales } from './totals-store.ts';

const ALL_BASIS_POINTS = 10_000n;

export type VolumeReport = HandlerAnswer<typeof volumeReport>;
export type FeesReport = HandlerAnswer<typeof feesReport>;
export type ExpiriesReport = HandlerAnswer<typeof expiriesReport>;
export type MerchantsReport = HandlerAnswer<typeof merchantsReport>;

/**
 * Reads the volume of a period. All reports below throw the same refusal.
 * @throws Refusal `period_invalid`
 */
export async function readVolume(db: Db, period: ReportPeriod): Promise<VolumeReport> {
  const days = daysOf(period);
  const totals = await readDailyTotals(db, period);
  const found = byDay(totals);
  return {
    days: days.map((day) => ({ day, ...volumeIn(found.get(day) ?? []) })),
    total: volumeIn(totals),
  };
}

export async function readFees(db: Db, period: ReportPeriod): Promise<FeesReport> {
  const days = daysOf(period);
  const totals = await readDailyTotals(db, period);
  const found = byDay(totals);
  return { days: days.map((day) => ({ day, ...feesIn(found.get(day) ?? []) })), total: feesIn(totals) };
}

export async function readExpiries(db: Db, period: ReportPeriod): Promise<ExpiriesReport> {
  daysOf(period);
  const [totals, { coming }] = await Promise.all([readDailyTotals(db, period), openVouchers(db)]);
  const done = [...byDay(totals)].map(([day, ofDay]) => ({ day, ...onWire(expiriesIn(ofDay)) }));
  return { done: done.filter(({ count }) => count > 0), total: onWire(expiriesIn(totals)), coming };
}

/**
 * Ranks merchants by redemptions.
 * @param limit null for no limit
 */
export async function readMerchants(
  db: Db,
  { limit, ...period }: ReportPeriod & { limit: number | null },
): Promise<MerchantsReport> {
  daysOf(period);
  const rows = await rankMerchants(db, period, limit);
  const [first] = rows;
  return {
    merchants: rows.map(rankingRow),
    total: { count: first?.allRedemptions ?? 0, amount: shillingsOf(first?.allCents ?? 0n) },
    merchantCount: first?.merchants ?? 0,
  };
}

function rankingRow(row: MerchantSales, index: number): MerchantRankingRow {
  const { merchantId, merchantCode, businessName, status, redemptions, amountCents, allCents } = row;
  return {
    rank: index + 1,
    merchantId,
    merchantCode,
    businessName,
    status,
    redemptions,
    amount: shillingsOf(amountCents),
    shareBasisPoints: allCents === 0n ? 0 : Number((amountCents * ALL_BASIS_POINTS) / allCents),
  };
}
