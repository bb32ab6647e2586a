import type { Deps } from '../../../config/deps.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ReadSimSwap } from '../../mpesa/client/index.ts';
import { PHONE_UNUSED_AFTER_DAYS, readPhoneUse } from './credentials-store.ts';

export type PhoneDeps = Pick<Deps, 'db' | 'clock'> & {
  /** Reads when a SIM was swapped; undefined if the provider does not offer that. */
  readSimSwap: ReadSimSwap | undefined;
};

const SWAP_IS_YOUNG_MS = 72 * HOUR_MS;
const UNUSED_AFTER_MS = PHONE_UNUSED_AFTER_DAYS * DAY_MS;
const ASK_AGAIN_SECONDS = 60;

/**
 * Requires that the proven phone number alone is enough to reset the password. A SIM swapped within 72 hours
 * may be a thief's. A number unused with the account for 90 days may be another person's. Calls the provider,
 * so never call it in a transaction.
 * @param msisdn 254XXXXXXXXX
 * @throws Refusal `reset_needs_email`, `sim_not_checked` when the provider does not answer
 */
export async function requirePhoneAlone(deps: PhoneDeps, userId: string, msisdn: string): Promise<void> {
  const now = deps.clock.now().getTime();
  const usedAt = await readPhoneUse(deps.db, userId);
  if (usedAt === null || now - usedAt.getTime() >= UNUSED_AFTER_MS) throw new Refusal('reset_needs_email');
  const swap = await deps.readSimSwap?.(msisdn);
  if (swap === 'unknown') throw new Refusal('sim_not_checked', { retryAfterSeconds: ASK_AGAIN_SECONDS });
  if (swap instanceof Date && now - swap.getTime() < SWAP_IS_YOUNG_MS) throw new Refusal('reset_needs_email');
}
