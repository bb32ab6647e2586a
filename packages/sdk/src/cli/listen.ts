import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ZawadiRefusal } from '../errors.ts';
import { connectionOf, type ZawadiSettings } from '../settings.ts';
import { signWebhook } from '../sign-webhook.ts';
import { reasonOf, withoutControls } from './reason-of.ts';
import { streamEvents, StreamReplaced, type StreamedEvent } from './stream-events.ts';

export type ListenOptions = {
  forwardTo: string;
  /** Types of event to forward; all types by default. */
  types: string[] | undefined;
  /** Secret that signs the forwarded events; by default a random secret for this session. */
  secret: string | undefined;
  signal: AbortSignal;
};

/** Zawadi itself also waits this long for a receiver. */
const ANSWER_WITHIN_MS = 10_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Forwards each event of the account to a local program until `signal` aborts. Reopens a lost connection.
 * @throws ZawadiRefusal, StreamReplaced, or the reason why the first connection failed
 */
export async function listen(settings: ZawadiSettings, options: ListenOptions): Promise<void> {
  const connection = connectionOf(settings);
  const { types, signal, forwardTo, secret = `whsec_${randomBytes(32).toString('base64')}` } = options;
  // Throws at once if the secret is invalid.
  await signWebhook({ id: '', payload: '', secret });
  const unanswered = new Set<Promise<void>>();
  let failures = 0;
  let hasBegun = false;
  while (!signal.aborted) {
    try {
      for await (const event of streamEvents(connection, signal)) {
        failures = 0;
        if (event === 'connected') {
          console.log(hasBegun ? 'Connected again.' : greeting(options, secret));
          hasBegun = true;
        } else if (!types || types.includes(event.type)) {
          const forwarding = forward(event, { forwardTo, secret }).then(console.log);
          unanswered.add(forwarding);
          void forwarding.finally(() => unanswered.delete(forwarding));
        }
      }
      if (!signal.aborted)
        console.log('Zawadi has closed the connection; events of this moment are not seen.');
    } catch (error) {
      if (signal.aborted) break;
      if (!hasBegun || error instanceof ZawadiRefusal || error instanceof StreamReplaced) throw error;
      console.log('The connection was lost; trying again …');
    }
    failures += 1;
    await pause(Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => {});
  }
  await Promise.all(unanswered);
}

function greeting({ forwardTo, secret: given }: ListenOptions, secret: string): string {
  const signed =
    given === undefined ? `Signing secret of this session: ${secret}` : 'Signed with ZAWADI_WEBHOOK_SECRET.';
  return `${signed}\nReady: events go to ${forwardTo}. Ctrl-C ends.`;
}

/** @returns the outcome of the delivery, in one line */
async function forward(
  { id, type, payload }: StreamedEvent,
  { forwardTo, secret }: { forwardTo: string; secret: string },
): Promise<string> {
  const startedMs = performance.now();
  const outcome = await post(forwardTo, { id, payload, secret });
  const tookMs = Math.round(performance.now() - startedMs);
  return withoutControls(
    `${new Date().toTimeString().slice(0, 8)}  ${type}  ${id}  ${outcome} in ${tookMs} ms`,
  );
}

async function post(
  url: string,
  { id, payload, secret }: { id: string; payload: string; secret: string },
): Promise<string> {
  try {
    const { status, body } = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Zawadi-Webhooks/1.0',
        ...(await signWebhook({ id, payload, secret })),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await body?.cancel();
    return `${status >= 200 && status < 300 ? 'taken' : 'NOT TAKEN'}: ${status}`;
  } catch (error) {
    return `NO ANSWER: ${reasonOf(error)}`;
  }
}
