import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@zawadi/story/people';
import type { Till } from '../../apps/api/src/testing/tills.ts';

const PATIENCE_MS = 20_000;
const AMOUNT = 20;

export type Load = {
  /** Calls that were answered as they should be. */
  answered: () => number;
  failures: string[];
  /** Ids of the redemptions that tills were told. */
  redemptions: string[];
  /** How often the live stream was opened. */
  streams: () => number;
  stop: () => Promise<void>;
};

/** Tills of one shop that issue vouchers, redeem and read them, each call once, and a screen that listens for hints. */
export function startLoad(
  origin: string,
  { till, listener, tills }: { till: Till; listener: SignedIn; tills: number },
): Load {
  const failures: string[] = [];
  const redemptions: string[] = [];
  const leaving = new AbortController();
  let answered = 0;
  let streams = 0;

  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(till.basic).toString('base64')}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as Record<string, unknown>;
  }

  async function sell(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        const { code } = await call('POST', '/api/v1/vouchers/create', {
          amount: AMOUNT,
          recipient: { name: 'A' },
        });
        answered += 1;
        const redeemed = await call('POST', `/api/v1/vouchers/${String(code)}/redeem`, {});
        redemptions.push((redeemed['redemption'] as { id: string }).id);
        answered += 1;
        const { balance } = await call('GET', `/api/v1/vouchers/${String(code)}`);
        if (balance !== 0) failures.push(`a redeemed voucher had ${String(balance)} left`);
        answered += 1;
      } catch (error) {
        failures.push(wordsOf(error));
      }
    }
  }

  /** An API that leaves ends its streams; the screen opens one at another API. */
  async function listen(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        const response = await fetch(`${origin}/api/live-updates/v1/stream`, {
          headers: { authorization: `Bearer ${listener.bearer}` },
          signal: leaving.signal,
        });
        if (!response.ok) failures.push(`stream: ${response.status} ${await response.text()}`);
        streams += 1;
        for await (const _ of response.body ?? []);
      } catch (error) {
        if (!leaving.signal.aborted) failures.push(`stream: ${wordsOf(error)}`);
      }
    }
  }

  const working = [listen(), ...Array.from({ length: tills }, sell)];
  return {
    answered: () => answered,
    failures,
    redemptions,
    streams: () => streams,
    stop: async () => {
      leaving.abort();
      await Promise.all(working);
    },
  };
}

function wordsOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error instanceof Error ? error.message : String(error)}${cause}`;
}
