import { decrypt } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { postPublicly, type PostAnswer } from '../../../platform/net/post-publicly.ts';
import { observeCall } from '../../../platform/metrics/observe-call.ts';
import { inSpan } from '../../../platform/tracing/tracing.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { LeasedDelivery } from './delivery-store.ts';
import { payloadOf, signatureHeaders } from '../../../platform/crypto/webhook-signature.ts';

const LONGEST_MS = DAY_MS;

export type TryResult = {
  startedAt: Date;
  durationMs: number;
  isDelivered: boolean;
  /** HTTP status of the answer; absent if there was none. */
  status?: number;
  responseBody?: string;
  /** Reason for the missing answer. */
  failure?: string;
  /** The pause that the receiver requests. */
  retryAfterMs?: number;
};

export type SendDeps = Pick<Deps, 'config' | 'keys' | 'clock'>;

/** Time limit of an attempt, from connecting to the last byte of the answer. */
const TRY_WITHIN_MS = 10_000;

/**
 * Longer than an attempt and its recording can take. After it, another process retries the deliveries of a dead one.
 */
export const LEASE_MS = 3 * TRY_WITHIN_MS;

const READ_AT_MOST_BYTES = 65_536;
const KEPT_BYTES = 2_048;

/** Makes one attempt to send a delivery. Ends in time and never throws, whatever the receiver does. */
export function sendDelivery(
  deps: SendDeps,
  leased: LeasedDelivery,
  signal?: AbortSignal,
): Promise<TryResult> {
  const about = { provider: 'webhook', operation: 'deliver' };
  return inSpan('deliver event', { traceparent: leased.traceparent }, () =>
    observeCall(about, () => send(deps, leased, signal), outcomeOf),
  );
}

function outcomeOf({ isDelivered, status }: TryResult): string {
  if (isDelivered) return 'delivered';
  return status === undefined ? 'no_answer' : 'refused';
}

async function send(deps: SendDeps, leased: LeasedDelivery, signal?: AbortSignal): Promise<TryResult> {
  const body = payloadOf(leased);
  const startedAt = deps.clock.now();
  const startedMs = performance.now();
  const secrets = [leased.secret, leased.oldSecret].filter((sealed) => sealed !== null);
  const answer = await postPublicly(leased.url, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Zawadi-Webhooks/1.0',
      ...signatureHeaders(
        { id: leased.eventId, at: startedAt, body },
        secrets.map((sealed) => decrypt(deps.keys, sealed)),
      ),
    },
    body,
    timeoutMs: TRY_WITHIN_MS,
    maxResponseBytes: READ_AT_MOST_BYTES,
    allowsLoopback: deps.config.provider === 'sandbox',
    ownPorts: deps.config.ownPorts,
    ...(signal && { signal }),
  });
  const durationMs = Math.round(performance.now() - startedMs);
  return { startedAt, durationMs, ...resultOf(answer, deps.clock.now()) };
}

function resultOf(answer: PostAnswer, now: Date): Omit<TryResult, 'startedAt' | 'durationMs'> {
  if (answer.kind !== 'answered') return { isDelivered: false, failure: answer.reason };
  const { status, headers } = answer;
  return {
    isDelivered: status >= 200 && status < 300,
    status,
    responseBody: readable(answer.body),
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
  };
}

// Control characters except line breaks and tabs. PostgreSQL refuses some of them, and a screen cannot show them.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu;

function readable(body: Buffer): string {
  return body.subarray(0, KEPT_BYTES).toString('utf8').replace(CONTROL, '\ufffd').slice(0, KEPT_BYTES);
}

/**
 * Parses the pause in a `Retry-After` header: seconds or a date. Returns at most a day.
 * @returns undefined if the header is absent or invalid
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d{1,9}$/u.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), LONGEST_MS);
}
