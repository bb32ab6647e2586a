import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { receivedGifts, type CallAnswer } from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import type { Till } from '../../apps/api/src/testing/tills.ts';

const PATIENCE_MS = 20_000;
const AMOUNT = 20;
/** Time within which a screen must show a change, even while it reopens its stream. */
const SHOWN_WITHIN_MS = 5_000;
const GIFT_EVERY_MS = 100;

export type Load = {
  /** Number of correctly answered requests. */
  answered: () => number;
  failures: string[];
  redemptions: string[];
  /** Number of times the live stream was opened. */
  streams: () => number;
  /** Number of gifts that the screen has shown after a hint from its stream. */
  shown: () => number;
  stop: () => Promise<void>;
};

/**
 * Starts tills of one shop that issue, redeem and read vouchers without retries. Another till gives vouchers to a user.
 * As in the app, the user's screen fetches the gifts only when its stream opens and at each hint.
 */
export function startLoad(
  origin: string,
  { till, listener, tills }: { till: Till; listener: SignedIn; tills: number },
): Load {
  const failures: string[] = [];
  const redemptions: string[] = [];
  const leaving = new AbortController();
  let answered = 0;
  let streams = 0;
  let shown = 0;
  let newestOnScreen: string | undefined;

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

  /** Gives each gift only after the previous gift is on the screen, so that a missing gift is noticed. */
  async function give(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        const recipient = { name: 'B', phone: listener.phoneNumber };
        const { id } = await call('POST', '/api/v1/vouchers/create', { amount: AMOUNT, recipient });
        answered += 1;
        const givenMs = performance.now();
        while (newestOnScreen !== id && !leaving.signal.aborted) {
          if (performance.now() - givenMs > SHOWN_WITHIN_MS) break;
          await pause(10);
        }
        if (newestOnScreen === id) shown += 1;
        else if (!leaving.signal.aborted)
          failures.push(`stream: the gift ${String(id)} did not come to the screen`);
      } catch (error) {
        failures.push(wordsOf(error));
      }
      await pause(GIFT_EVERY_MS);
    }
  }

  async function lookAtGifts(): Promise<void> {
    const response = await fetch(`${origin}${receivedGifts.path}`, {
      headers: { authorization: `Bearer ${listener.bearer}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) throw new Error(`gifts: ${response.status} ${await response.text()}`);
    const { body } = (await response.json()) as { body: CallAnswer<typeof receivedGifts> };
    newestOnScreen = body.gifts[0]?.voucherId;
  }

  /** An API that shuts down ends its streams; the screen reopens its stream at another API. */
  async function listen(): Promise<void> {
    while (!leaving.signal.aborted) {
      try {
        const response = await fetch(`${origin}/api/live-updates/v1/stream`, {
          headers: { authorization: `Bearer ${listener.bearer}` },
          signal: leaving.signal,
        });
        if (!response.ok) failures.push(`stream: ${response.status} ${await response.text()}`);
        streams += 1;
        await lookAtGifts();
        for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          if (text.includes('data:')) await lookAtGifts();
        }
      } catch (error) {
        if (!leaving.signal.aborted) failures.push(`stream: ${wordsOf(error)}`);
      }
    }
  }

  const working = [listen(), give(), ...Array.from({ length: tills }, sell)];
  return {
    answered: () => answered,
    failures,
    redemptions,
    streams: () => streams,
    shown: () => shown,
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
