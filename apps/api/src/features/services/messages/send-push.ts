import type { PushMessage, PushSubscriptionKeys } from '@zawadi/contract';
import webPush from 'web-push';
import type { Deps } from '../../../config/deps.ts';
import { observeCall } from '../../../platform/metrics/observe-call.ts';
import { postPublicly, type PostAnswer } from '../../../platform/net/post-publicly.ts';
import type { Outcome } from '../../../platform/outbox/outcome.ts';
import { readVapidKeys, type VapidKeys } from './vapid-keys.ts';

export type PushAccount = {
  readKeys: () => Promise<VapidKeys>;
  /** Contact for complaints by a push service: `mailto:` or `https:`. */
  subject: string;
  /** Sandbox only: allows push messages to the tests' push service on this machine. */
  allowsLoopback: boolean;
  ownPorts: readonly number[];
  timeoutMs?: number;
};

/** Outcome of a push. `gone`: the browser has cancelled the subscription, or the subscription was never valid. */
export type PushOutcome = Outcome | { kind: 'gone'; reason: string };

/**
 * Sends one push message.
 * @param options.topic replaces a message of the same topic that is still queued at the push service
 */
export type SendPush = (
  subscription: PushSubscriptionKeys,
  message: PushMessage,
  options: { topic: string; signal: AbortSignal },
) => Promise<PushOutcome>;

const TIMEOUT_MS = 10_000;
const KEPT_FOR_SECONDS = 3 * 86_400;
const MAX_RESPONSE_BYTES = 4_096;

/**
 * Creates a Web Push sender: messages are encrypted for the browser (RFC 8291) and signed by us (RFC 8292). Retries are
 * safe.
 */
export function createPushSender(account: PushAccount): SendPush {
  const { readKeys, subject, allowsLoopback, ownPorts, timeoutMs = TIMEOUT_MS } = account;
  return async (subscription, message, { topic, signal }) => {
    const { publicKey, privateKey } = await readKeys();
    const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: KEPT_FOR_SECONDS,
      contentEncoding: 'aes128gcm',
      urgency: 'high',
      topic,
    });
    const post = () =>
      postPublicly(subscription.endpoint, {
        headers: textOnly(headers),
        body: body ?? '',
        timeoutMs,
        maxResponseBytes: MAX_RESPONSE_BYTES,
        allowsLoopback,
        ownPorts,
        signal,
      });
    return observeCall(
      { provider: 'push', operation: 'send' },
      async () => outcomeOf(await post()),
      ({ kind }) => kind,
    );
  };
}

/** Creates the sender with our stored key pair; the contact is the sender address of our mails. */
export function createConfiguredPushSender({
  db,
  keys,
  config,
}: Pick<Deps, 'db' | 'keys' | 'config'>): SendPush {
  const address = /<([^>]+)>/u.exec(config.mail.from)?.[1] ?? config.mail.from;
  return createPushSender({
    readKeys: () => readVapidKeys({ db, keys }),
    subject: `mailto:${address}`,
    allowsLoopback: config.provider === 'sandbox',
    ownPorts: config.ownPorts,
  });
}

function textOnly(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** Maps the statuses of RFC 8030; 401 and 403 mean that the subscription belongs to another key pair. */
function outcomeOf(answer: PostAnswer): PushOutcome {
  if (answer.kind === 'forbidden') return { kind: 'gone', reason: answer.reason };
  if (answer.kind === 'failed') return { kind: 'retry', reason: answer.reason };
  const { status, headers } = answer;
  const reason = `HTTP ${status}`;
  if (status >= 200 && status < 300) return { kind: 'done' };
  if ([401, 403, 404, 410].includes(status)) return { kind: 'gone', reason };
  if (status === 429 || status >= 500) {
    const waitSeconds = Number(headers['retry-after']);
    return waitSeconds > 0
      ? { kind: 'retry', reason, afterMs: Math.min(waitSeconds, 86_400) * 1_000 }
      : { kind: 'retry', reason };
  }
  return { kind: 'dead', reason };
}
