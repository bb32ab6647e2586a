import {
  fraudRules as rulesSchema,
  type changeFraudRules as endpoint,
  type FraudRules,
  type HandlerAnswer,
  type HandlerInput,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { listVersions, readValueInForce, writeVersion } from '../../control/settings/index.ts';

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

const NAME = 'fraud-rules';

/** From where on something is unusual, now. */
export async function readFraudRules(db: Db): Promise<FraudRules> {
  const found = await readValueInForce(db, NAME);
  return found ? parseRules(found.value) : defaultRules;
}

/** The rules in force, and how they came to be. */
export async function listFraudRules(db: Db): Promise<State> {
  const { versions, latestVersionId } = await listVersions(db, NAME);
  return {
    rules: await readFraudRules(db),
    defaults: defaultRules,
    versions: versions.map(({ value, ...version }) => ({ ...version, rules: parseRules(value) })),
    latestVersionId,
  };
}

/** @throws Refusal `setting_changed`, `setting_same` */
export async function changeFraudRules(
  db: Db,
  { rules, reason, basedOn, auditor }: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<State> {
  await inTransaction(db, async (tx) => {
    const change = { name: NAME, value: rules, initial: defaultRules, reason, basedOn };
    const before = await writeVersion(tx, { ...change, changedBy: auditor.administratorId });
    await recordAudit(tx, auditor, {
      action: 'fraud-rules.changed',
      subjectKind: 'setting',
      subjectId: NAME,
      reason,
      before: before === null ? defaultRules : parseRules(before),
      after: rules,
    });
  });
  return listFraudRules(db);
}

/** What was stored before a rule or a figure of it was there has the default of it. */
function parseRules(stored: unknown): FraudRules {
  const known = z.record(z.string(), z.record(z.string(), z.unknown())).parse(stored);
  const filled = Object.entries(defaultRules).map(([rule, values]) => [rule, { ...values, ...known[rule] }]);
  return rulesSchema.parse(Object.fromEntries(filled));
}
