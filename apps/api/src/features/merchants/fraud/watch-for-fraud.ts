import type { FraudRules } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { findBuyerVelocity, findManyRefunds, findWrongCodes } from './account-rules-store.ts';
import { findManyContactsShown } from './contacts-shown-store.ts';
import type { NewAlert } from './finding.ts';
import type { Look } from './look-store.ts';
import { readFraudRules } from './fraud-rules.ts';
import { findManyVouchersOnePhone, findSharedPhones } from './phone-rules-store.ts';
import { findOutsideOpeningHours, findRapidRedemptions, findShopVelocity } from './redemption-rules-store.ts';
import { insertAlerts, recordFraudProgress, lockFraudProgress } from './store.ts';
import { findUnusuallyLarge } from './unusually-large-store.ts';
import { findJustBelowLimit, findManyGivers, findPassThrough } from './wallet-rules-store.ts';

/** Maximum number of events shown with an alert. The lists of redemptions and purchases have all of them. */
const EVIDENCE = 50;

/**
 * Judges the events since the last run and raises alerts. Runs as a job, so that no request waits for a rule.
 * @returns the number of new alerts
 */
export async function watchForFraud(deps: Pick<Deps, 'db' | 'config'>): Promise<number> {
  const feesAndLimits = await readFeesAndLimits(deps);
  return inTransaction(deps.db, async (tx) => {
    const since = await lockFraudProgress(tx);
    if (!since) return 0;
    const rules = await readFraudRules(tx);
    const look = { since, evidence: EVIDENCE, most: null, feesAndLimits };
    const found: NewAlert[] = [];
    for (const rule of RULE_NAMES) found.push(...(await applyRule(tx, look, rule, rules)));
    const raised = await insertAlerts(tx, found);
    await recordFraudProgress(tx);
    return raised;
  });
}

type RuleName = keyof FraudRules;
type Apply = (tx: Transaction, look: Look, rules: FraudRules) => Promise<NewAlert[]>;

const RULES: Record<RuleName, Apply> = {
  wrongCodes: (tx, look, rules) => findWrongCodes(tx, look, rules.wrongCodes),
  rapidRedemptions: (tx, look, rules) => findRapidRedemptions(tx, look, rules.rapidRedemptions),
  manyVouchersOnePhone: (tx, look, rules) => findManyVouchersOnePhone(tx, look, rules.manyVouchersOnePhone),
  unusuallyLarge: (tx, look, rules) => findUnusuallyLarge(tx, look, rules.unusuallyLarge),
  outsideOpeningHours: (tx, look, rules) => findOutsideOpeningHours(tx, look, rules.outsideOpeningHours),
  shopVelocity: (tx, look, rules) => findShopVelocity(tx, look, rules.shopVelocity),
  buyerVelocity: (tx, look, rules) => findBuyerVelocity(tx, look, rules.buyerVelocity),
  manyRefunds: (tx, look, rules) => findManyRefunds(tx, look, rules.manyRefunds),
  sharedPhone: (tx, look, rules) => findSharedPhones(tx, look, rules.sharedPhone),
  passThrough: (tx, look, rules) => findPassThrough(tx, look, rules.passThrough),
  manyGivers: (tx, look, rules) => findManyGivers(tx, look, rules.manyGivers),
  justBelowLimit: (tx, look, rules) => findJustBelowLimit(tx, look, rules.justBelowLimit),
  manyContactsShown: (tx, look, rules) => findManyContactsShown(tx, look, rules.manyContactsShown),
};

export const RULE_NAMES = Object.keys(RULES) as RuleName[];

/** Runs one fraud rule. Returns no findings while the rule is switched off. */
export async function applyRule(
  tx: Transaction,
  look: Look,
  name: RuleName,
  rules: FraudRules,
): Promise<NewAlert[]> {
  return rules[name].isOn ? RULES[name](tx, look, rules) : [];
}
