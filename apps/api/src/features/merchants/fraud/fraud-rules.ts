import {
  fraudRules as rulesSchema,
  type FraudRules,
  type HandlerAnswer,
  type readFraudRules as endpoint,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { listVersions, readValueInForce } from '../../services/settings/index.ts';

/** Thresholds until an administrator changes them. */
export const defaultRules: FraudRules = {
  rapidRedemptions: { isOn: true, withinMinutes: 5, byPerson: 20, bySystem: 600 },
  manyVouchersOnePhone: { isOn: true, withinHours: 24, vouchers: 5, high: 10 },
  unusuallyLarge: { isOn: true, leastAmount: 5_000, comparedWith: 200, atLeast: 20, times: 5, high: 10 },
  // Shops prepare their tills before opening, and serve waiting customers after closing.
  outsideOpeningHours: { isOn: true, graceMinutes: 30 },
  wrongCodes: { isOn: true, withinHours: 24, byOne: 10, byShop: 30, byAddress: 100 },
  shopVelocity: { isOn: true, redemptions: 500, amount: 500_000 },
  buyerVelocity: { isOn: true, withinHours: 24, purchases: 10, amount: 250_000 },
  // Normal use stays below: a shop cancels a few sales a day, an administrator refunds a handful of purchases.
  manyRefunds: { isOn: true, withinHours: 24, ofMerchant: 10, ofBuyer: 3, byAdministrator: 20 },
  // Phone numbers are resold, and families share a phone.
  sharedPhone: { isOn: true, withinDays: 30, accounts: 3, buyers: 5 },
  // A new account withdraws at most KES 20,000 a day. Most gifts are far smaller.
  passThrough: { isOn: true, withinHours: 24, amount: 20_000, high: 100_000 },
  manyGivers: { isOn: true, withinDays: 7, givers: 10, high: 30 },
  justBelowLimit: { isOn: true, withinHours: 72, percent: 5, times: 3 },
  // Support helps a few dozen callers a day.
  manyContactsShown: { isOn: true, withinHours: 24, records: 50 },
};

type State = HandlerAnswer<typeof endpoint>;

/** Name under which the thresholds are stored as a setting. */
export const FRAUD_RULES = 'fraud-rules';

/** Reads the current thresholds. */
export async function readFraudRules(db: Db): Promise<FraudRules> {
  const found = await readValueInForce(db, FRAUD_RULES);
  return found ? parseRules(found.value) : defaultRules;
}

/** Lists the current rules and their history. */
export async function listFraudRules(db: Db): Promise<State> {
  const { versions, latestVersionId } = await listVersions(db, FRAUD_RULES);
  return {
    rules: await readFraudRules(db),
    defaults: defaultRules,
    versions: versions.map(({ value, ...version }) => ({ ...version, rules: parseRules(value) })),
    latestVersionId,
  };
}

/** Parses stored rules. A rule or threshold that they lack gets its default. */
function parseRules(stored: unknown): FraudRules {
  const known = z.record(z.string(), z.record(z.string(), z.unknown())).parse(stored);
  const filled = Object.entries(defaultRules).map(([rule, values]) => [rule, { ...values, ...known[rule] }]);
  return rulesSchema.parse(Object.fromEntries(filled));
}
