import type { Deps } from '../../../config/deps.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ReadSimSwap } from '../../mpesa/client/index.ts';
import { readPhoneUse } from './credentials-store.ts';

export type PhoneDeps = Pick<Deps, 'db' | 'clock'> & {
  /** Undefined where no provider reports when a SIM was changed. */
  readSimSwap: ReadSimSwap | undefined;
};

const SWAP_IS_YOUNG_MS = 72 * HOUR_MS;
/** Operators give an unused number to another person. */
const UNUSED_AFTER_MS = 90 * DAY_MS;
const ASK_AGAIN_SECONDS = 60;

/**
 * Requires that a proven number alone may reset the password. A SIM changed within 72 hours may be a thief's. A number
 * unused with the account for 90 days may be another person's. Calls the provider, so not inside a transaction.
 * @param msisdn 254XXXXXXXXX
 * @throws Refusal `reset_needs_email`, `sim_not_checked` when no answer came
 */
export async function requirePhoneAlone(deps: PhoneDeps, userId: string, msisdn: string): Promise<void> {
  const now = deps.clock.now().getTime();
  const usedAt = await readPhoneUse(deps.db, userId);
  if (usedAt === null || now - usedAt.getTime() >= UNUSED_AFTER_MS) throw new Refusal('reset_needs_email');
  const swap = await deps.readSimSwap?.(msisdn);
  if (swap === 'unknown') throw new Refusal('sim_not_checked', { retryAfterSeconds: ASK_AGAIN_SECONDS });
  if (swap instanceof Date && now - swap.getTime() < SWAP_IS_YOUNG_MS) throw new Refusal('reset_needs_email');
}
