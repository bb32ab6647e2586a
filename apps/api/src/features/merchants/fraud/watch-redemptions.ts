import { openingHours, type FraudRules } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import type { NewAlert } from './finding.ts';
import { isOpen } from './is-open.ts';
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
