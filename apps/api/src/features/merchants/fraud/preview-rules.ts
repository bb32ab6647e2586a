import { isDeepStrictEqual } from 'node:util';
import type { FraudRule, FraudRules, FraudRulesPreview } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readFeesAndLimits } from '../../services/settings/index.ts';
import { readNames } from './desk-store.ts';
import { readDaysAgo, readWithin } from './preview-store.ts';
import { sentenceFor, type NewAlert } from './finding.ts';
import { readFraudRules } from './fraud-rules.ts';
import type { Look } from './look-store.ts';
import { applyRule, RULE_NAMES } from './watch-for-fraud.ts';

/** Previews to try, longest first. If one exceeds its time limit, the next one covers fewer days. */
const PERIODS = [
  { days: 30, withinMs: 10_000 },
  { days: 7, withinMs: 5_000 },
  { days: 1, withinMs: 3_000 },
] as const;
const MOST = 1_000;
const NAMED = 5;

const NAMES: Record<keyof FraudRules, FraudRule> = {
  wrongCodes: 'wrong_codes',
  rapidRedemptions: 'rapid_redemptions',
  manyVouchersOnePhone: 'many_vouchers_one_phone',
  unusuallyLarge: 'unusually_large',
  outsideOpeningHours: 'outside_opening_hours',
  shopVelocity: 'shop_velocity',
  buyerVelocity: 'buyer_velocity',
  manyRefunds: 'many_refunds',
  sharedPhone: 'shared_phone',
  passThrough: 'pass_through',
  manyGivers: 'many_givers',
  justBelowLimit: 'just_below_limit',
  manyContactsShown: 'many_contacts_shown',
};

/**
 * Counts the alerts of the last 30 days under proposed rules and under the current ones. Runs the same queries as the
 * fraud watch.
 * @throws Refusal preview_too_long if even one day exceeds its time limit
 */
export async function previewRules(
  deps: Pick<Deps, 'db' | 'config'>,
  rules: FraudRules,
): Promise<FraudRulesPreview> {
  const feesAndLimits = await readFeesAndLimits(deps);
  for (const period of PERIODS) {
    const preview = await previewPeriod(deps.db, { rules, feesAndLimits }, period);
    if (preview) return preview;
  }
  throw new Refusal('preview_too_long');
}

type Period = (typeof PERIODS)[number];

/**
 * Previews the rules over one period.
 * @returns undefined if it takes too long
 */
function previewPeriod(
  db: Db,
  { rules, feesAndLimits }: Pick<Look, 'feesAndLimits'> & { rules: FraudRules },
  { days, withinMs }: Period,
): Promise<FraudRulesPreview | undefined> {
  return readWithin(db, withinMs, async (tx, limitTime) => {
    const today = await readFraudRules(tx);
    const look = { since: await readDaysAgo(tx, days), evidence: 0, most: MOST + 1, feesAndLimits };
    const previewed: FraudRulesPreview['rules'] = [];
    for (const name of RULE_NAMES) {
      await limitTime();
      const then = await applyRule(tx, look, name, rules);
      await limitTime();
      const isSame = isDeepStrictEqual(today[name], rules[name]);
      const now = isSame ? then : await applyRule(tx, look, name, today);
      previewed.push({
        rule: NAMES[name],
        today: countOf(now),
        previewed: countOf(then),
        newest: await describe(tx, then.slice(0, NAMED)),
      });
    }
    return { days, rules: previewed };
  });
}

function countOf(alerts: NewAlert[]): { count: number; isMore: boolean } {
  return { count: Math.min(alerts.length, MOST), isMore: alerts.length > MOST };
}

async function describe(
  tx: Transaction,
  alerts: NewAlert[],
): Promise<FraudRulesPreview['rules'][number]['newest']> {
  const idOf = ({ about }: NewAlert) => about.merchantId ?? about.userId ?? about.administratorId ?? '';
  const names = await readNames(tx, alerts.map(idOf));
  return alerts.map((alert) => ({
    severity: alert.severity,
    description: sentenceFor(alert, 'administrator'),
    at: alert.at.toISOString(),
    aboutName: names.get(idOf(alert)) ?? '',
  }));
}
