import { shillingsOf } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { claimPhone } from './open-prompts-store.ts';
import { countStrangersPrompts, paidInTodayCents, secondsUntilRepeatable } from './store.ts';

/** M-PESA refuses the same amount from the same phone for two minutes (ResultCode 17). */
const QUIET_SECONDS = 120;
const STRANGERS_PROMPTS_PER_DAY = 3;
const UNWANTED_PROMPTS = 2;
/**
 * Seconds for which a prompt with unknown outcome blocks phone and purchase. If M-PESA acknowledges the prompt,
 * `PROMPT_SECONDS` apply.
 */
export const UNKNOWN_SEND_SECONDS = 300;
export const PROMPT_SECONDS = 60;

type Prompt = {
  homeId: string;
  orderId: string;
  buyerId: string;
  payerMsisdn: string;
  isOwnPhone: boolean;
  amountCents: bigint;
  /** The buyer's daily limit for payments to us. */
  dailyLimitCents: bigint;
};

/**
 * Checks all limits on prompting this phone now. Lock the buyer first. Claims the phone before reading the counts, so
 * that two concurrent prompts cannot both pass.
 * @throws Refusal prompt_open, prompt_repeated, prompts_exhausted, daily_limit
 */
export async function requirePromptAllowed(tx: Transaction, prompt: Prompt): Promise<void> {
  const { payerMsisdn: msisdn, amountCents } = prompt;
  const busySeconds = await claimPhone(tx, { ...prompt, msisdn, seconds: UNKNOWN_SEND_SECONDS });
  if (busySeconds !== undefined) throw new Refusal('prompt_open', { retryAfterSeconds: busySeconds });

  const quiet = await secondsUntilRepeatable(tx, { msisdn, amountCents, quietSeconds: QUIET_SECONDS });
  if (quiet !== undefined) throw new Refusal('prompt_repeated', { retryAfterSeconds: quiet });

  if (!prompt.isOwnPhone) {
    const sent = await countStrangersPrompts(tx, msisdn);
    if (sent.today >= STRANGERS_PROMPTS_PER_DAY || sent.unwanted >= UNWANTED_PROMPTS) {
      throw new Refusal('prompts_exhausted', { retryAfterSeconds: 24 * 3600 });
    }
  }

  const paidInCents = await paidInTodayCents(tx, prompt.buyerId);
  const leftCents = prompt.dailyLimitCents - paidInCents;
  if (amountCents > leftCents) {
    throw new Refusal('daily_limit', { allowed: leftCents > 0n ? shillingsOf(leftCents) : 0 });
  }
}
