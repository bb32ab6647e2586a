import {
  fraudRules as rulesSchema,
  type FraudRules,
  type HandlerAnswer,
  type readFraudRules as endpoint,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { listVersions, readValueInForce } from '../../services/settings/index.ts';

/** What holds until an administrator changes it. */
export const defaultRules: FraudRules = {
  rapidRedemptions: { isOn: true, withinMinutes: 5, byPerson: 20, bySystem: 600 },
  manyVouchersOnePhone: { isOn: true, withinHours: 24, vouchers: 5, high: 10 },
  unusuallyLarge: { isOn: true, leastAmount: 5_000, comparedWith: 200, atLeast: 20, times: 5, high: 10 },
  // Tills are counted and queues served before opening and after closing.
  outsideOpeningHours: { isOn: true, graceMinutes: 30 },
  wrongCodes: { isOn: true, withinHours: 24, byOne: 10, byShop: 30, byAddress: 100 },
  shopVelocity: { isOn: true, redemptions: 500, amount: 500_000 },
  buyerVelocity: { isOn: true, withinHours: 24, purchases: 10, amount: 250_000 },
  // A shop cancels a sale now and then; an office refunds a handful a day.
  manyRefunds: { isOn: true, withinHours: 24, ofMerchant: 10, ofBuyer: 3, byAdministrator: 20 },
  // Numbers are sold again, and families share a phone.
  sharedPhone: { isOn: true, withinDays: 30, accounts: 3, buyers: 5 },
};

type State = HandlerAnswer<typeof endpoint>;

/** The setting that holds them. */
export const FRAUD_RULES = 'fraud-rules';

/** From where on something is unusual, now. */
export async function readFraudRules(db: Db): Promise<FraudRules> {
  const found = await readValueInForce(db, FRAUD_RULES);
  return found ? parseRules(found.value) : defaultRules;
}

/** The rules in force, and how they came to be. */
export async function listFraudRules(db: Db): Promise<State> {
  const { versions, latestVersionId } = await listVersions(db, FRAUD_RULES);
  return {
    rules: await readFraudRules(db),
    defaults: defaultRules,
    versions: versions.map(({ value, ...version }) => ({ ...version, rules: parseRules(value) })),
    latestVersionId,
  };
}

/** What was stored before a rule or a figure of it was there has the default of it. */
function parseRules(stored: unknown): FraudRules {
  const known = z.record(z.string(), z.record(z.string(), z.unknown())).parse(stored);
  const filled = Object.entries(defaultRules).map(([rule, values]) => [rule, { ...values, ...known[rule] }]);
  return rulesSchema.parse(Object.fromEntries(filled));
}
