import { openingHours, type FraudRules, type OpeningHours } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import type { NewAlert } from './finding.ts';
import { readFraudRules } from './fraud-rules.ts';
import {
  findManyVouchersOnePhone,
  findRapidRedemptions,
  findUnusuallyLarge,
  listWithOpeningHours,
  moveWatch,
  takeWatch,
} from './rules-store.ts';
import { insertAlerts } from './store.ts';

const WEEK_MINUTES = 7 * 24 * 60;
const DAY_MINUTES = 24 * 60;
const NAIROBI_AHEAD_MINUTES = 3 * 60;
/** The first Monday of the epoch, which began on a Thursday. */
const FIRST_MONDAY_MINUTES = 4 * DAY_MINUTES;

/**
 * Looks at the redemptions since the last time and raises what the rules find unusual. A job of its own, so that no
 * redemption waits for a rule.
 * @returns how many alerts are new
 */
export function watchRedemptions(deps: Pick<Deps, 'db'>): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const since = await takeWatch(tx);
    if (!since) return 0;
    const raised = await insertAlerts(tx, await find(tx, since, await readFraudRules(tx)));
    await moveWatch(tx);
    return raised;
  });
}

async function find(tx: Transaction, since: Date, rules: FraudRules): Promise<NewAlert[]> {
  const { rapidRedemptions, manyVouchersOnePhone, unusuallyLarge, outsideOpeningHours } = rules;
  return [
    ...(rapidRedemptions.isOn ? await findRapidRedemptions(tx, since, rapidRedemptions) : []),
    ...(manyVouchersOnePhone.isOn ? await findManyVouchersOnePhone(tx, since, manyVouchersOnePhone) : []),
    ...(unusuallyLarge.isOn ? await findUnusuallyLarge(tx, since, unusuallyLarge) : []),
    ...(outsideOpeningHours.isOn ? await findOutsideOpeningHours(tx, since, outsideOpeningHours) : []),
  ];
}

/** Once for a merchant and day, about the first such redemption. */
async function findOutsideOpeningHours(
  tx: Transaction,
  since: Date,
  { graceMinutes }: FraudRules['outsideOpeningHours'],
): Promise<NewAlert[]> {
  const fresh = await listWithOpeningHours(tx, since);
  return fresh
    .filter((one) => !isOpen(openingHours.parse(one.openingHours), one.redeemedAt, graceMinutes))
    .map(({ merchantId, id, redeemedAt }) => ({
      merchantId,
      rule: 'outside_opening_hours',
      severity: 'Low',
      subject: nairobiDay(redeemedAt),
      details: { at: redeemedAt.toISOString() },
      redemptionId: id,
    }));
}

/**
 * Whether a shop is open at a moment, by its hours in Nairobi.
 * @param graceMinutes how long before opening and after closing still count as open
 */
export function isOpen(hours: OpeningHours, moment: Date, graceMinutes: number): boolean {
  const minute = minuteOfWeek(moment);
  return hours.some((day) => {
    if (day.kind === 'closed') return false;
    const begins = (day.weekday - 1) * DAY_MINUTES;
    const opens = begins + (day.kind === 'hours' ? minutesOf(day.opensAt) : 0);
    const lasts = day.kind === 'hours' ? openMinutes(day.opensAt, day.closesAt) : DAY_MINUTES;
    const since = (minute - opens + graceMinutes + WEEK_MINUTES) % WEEK_MINUTES;
    return since <= lasts + 2 * graceMinutes;
  });
}

/** A shop that closes at an earlier hour than it opens closes on the next day. */
function openMinutes(opensAt: string, closesAt: string): number {
  return (minutesOf(closesAt) - minutesOf(opensAt) + DAY_MINUTES) % DAY_MINUTES;
}

function minuteOfWeek(moment: Date): number {
  const minutes = Math.floor(moment.getTime() / 60_000) + NAIROBI_AHEAD_MINUTES;
  return (minutes - FIRST_MONDAY_MINUTES + WEEK_MINUTES) % WEEK_MINUTES;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
