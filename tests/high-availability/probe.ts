import { setTimeout as pause } from 'node:timers/promises';
import type { Till } from '../../apps/api/src/testing/tills.ts';

export type Created = { id: string; amount: number };

type Probe = { origin: string; till: Till; isOpen: () => boolean; lane?: number };

const LOOK_EVERY_MS = 10;
const TRY_EVERY_MS = 100;
const TRY_WITHIN_MS = 1_500;

/**
 * Creates one voucher after the other. Unlike other clients it does not back off, so the measured gap is the outage.
 */
export async function keepCreating(probe: Probe, onCreated: (voucher: Created) => void): Promise<void> {
  for (let n = 0; probe.isOpen(); n += 1) {
    onCreated(await createAtOnce(probe, `probe ${probe.lane ?? 0}/${n}`));
    await pause(TRY_EVERY_MS);
  }
}

/**
 * Starts to measure. @returns a function that returns the longest time in which the count did not change, in
 * milliseconds
 */
export function measureGap(counted: () => number): () => number {
  let [count, since, longest] = [counted(), Date.now(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, Date.now() - since);
    if (counted() === count) return;
    [count, since] = [counted(), Date.now()];
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function createAtOnce({ origin, till: { basic } }: Probe, key: string): Promise<Created> {
  for (;;) {
    const response = await fetch(`${origin}/api/v1/vouchers/create`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ amount: 1, recipient: { name: key } }),
      signal: AbortSignal.timeout(TRY_WITHIN_MS),
    }).catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as Created | undefined;
    if (response?.ok === true && answer) return { id: answer.id, amount: answer.amount };
    await pause(TRY_EVERY_MS);
  }
}
