import {
  newFeesAndLimits,
  type FeesAndLimits,
  type Limits,
  type NewFeesAndLimits,
  type PublicSettings,
  type UssdLimits,
} from '@zawadi/contract';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readValueInForce } from './version-store.ts';
import { readFeaturesOn } from './feature-switches.ts';

export const FEES_AND_LIMITS = 'fees-and-limits';

/** Limits and alerts of USSD until an administrator changes them. */
const USSD_LIMITS: UssdLimits = {
  sessionsPerTenMinutes: 20,
  confirmationsPerHour: 5,
  wrongNumbersPerHour: 5,
  resumeMinutes: 5,
  silentMinutes: 30,
  usualSessions: 10,
  failedPercent: 50,
};

const cacheOf = cachePerDatabase<unknown>({
  load: async (db) => (await readValueInForce(db, FEES_AND_LIMITS))?.value,
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/**
 * Reads fees and limits, at most a second stale. Call it before a transaction, not within one, because it may need
 * another database connection.
 */
export async function readFeesAndLimits({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<FeesAndLimits> {
  return fullFeesAndLimits(config, (await cacheOf(db).read(FEES_AND_LIMITS)) ?? null);
}

/** Reads the amount from which two administrators decide, in shillings. May run within a transaction. */
export async function readApprovalFrom(db: Db, { config }: Pick<Deps, 'config'>): Promise<number> {
  return fullFeesAndLimits(config, (await readValueInForce(db, FEES_AND_LIMITS))?.value ?? null).approvalFrom;
}

/**
 * Completes a stored version: fields that did not exist when the version was written come from the configuration.
 * @param stored null for the configured default
 */
export function fullFeesAndLimits(config: Deps['config'], stored: unknown): FeesAndLimits {
  const configured = configuredFeesAndLimits(config);
  if (stored === null) return configured;
  return completed(newFeesAndLimits.parse(stored), configured);
}

/** Completes a change with the current values of all fields that it omits. */
export function completed(change: NewFeesAndLimits, before: FeesAndLimits): FeesAndLimits {
  const {
    approvalFrom = before.approvalFrom,
    automaticUpTo = before.automaticUpTo,
    bankRoute = before.bankRoute,
    newAccounts = before.newAccounts,
    onDemand = before.onDemand,
    lowFloat = before.lowFloat,
    ussd = before.ussd,
    ...rest
  } = change;
  return { ...rest, approvalFrom, automaticUpTo, bankRoute, newAccounts, onDemand, lowFloat, ussd };
}

/** Returns the default fees and limits, in force until an administrator changes them. */
export function configuredFeesAndLimits({
  fees,
  settlements,
  limits,
  newAccounts,
  approvalFrom,
}: Deps['config']): FeesAndLimits {
  return {
    fees: { ...fees, settlementBasisPoints: settlements.feeBasisPoints },
    limits: { ...limits },
    approvalFrom,
    automaticUpTo: settlements.automaticUpTo,
    bankRoute: settlements.bankRoute,
    newAccounts: { ...newAccounts },
    onDemand: { ...settlements.onDemand },
    lowFloat: 0,
    ussd: { ...USSD_LIMITS },
  };
}

/** Clears the cache. Call it after a change has committed; other processes read the change within a second. */
export function forgetFeesAndLimits(db: Db): void {
  cacheOf(db).forgetAll();
}

/**
 * Refuses an amount that is outside of the limits for one transaction.
 * @throws Refusal `transaction_limit`
 */
export function requireTransactionLimit(
  { limits }: { limits: Pick<Limits, 'maximumTransaction'> },
  amountShillings: number,
): void {
  const allowed = limits.maximumTransaction;
  if (amountShillings > allowed) throw new Refusal('transaction_limit', { allowed });
}

/** Reads the stops in force. Passed in, because stops use approvals, which read the settings. */
export type ReadStops = (db: Db) => Promise<PublicSettings['stops']>;

/** Reads whether M-PESA has not answered for minutes. Passed in, because the system's health reads the settings. */
export type ReadMpesaSilence = () => Promise<boolean>;

/** Reads the settings that screens show before a confirmation; at most a second stale. */
export async function readPublicSettings(
  deps: Pick<Deps, 'config' | 'db'> & { readStops: ReadStops; readMpesaSilence: ReadMpesaSilence },
): Promise<PublicSettings> {
  const [features, { fees, limits }, stops, isMpesaSilent] = await Promise.all([
    readFeaturesOn(deps.db),
    readFeesAndLimits(deps),
    deps.readStops(deps.db),
    deps.readMpesaSilence(),
  ]);
  return {
    depositFeeBasisPoints: fees.depositBasisPoints,
    withdrawalFeeBasisPoints: fees.withdrawalBasisPoints,
    minimumPurchase: limits.minimumPurchase,
    minimumWithdrawal: limits.minimumWithdrawal,
    maximumTransaction: limits.maximumTransaction,
    features: {
      cardPayment: features.has('cardPayment'),
      redeemByCode: features.has('redeemByCode'),
      basket: features.has('basket'),
      giftsFromWallet: features.has('giftsFromWallet'),
      giftPhotos: features.has('giftPhotos'),
    },
    stops,
    isMpesaSilent: isMpesaSilent ? true : undefined,
    support: deps.config.support,
    sandboxPhoneUrl: deps.config.sandboxPhoneUrl,
  };
}
