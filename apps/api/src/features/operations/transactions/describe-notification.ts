import { maskEmail, maskMsisdn, type HandlerAnswer, type readTransaction } from '@zawadi/contract';
import { z } from 'zod';
import { decrypt, type Keys } from '../../../platform/crypto/keys.ts';
import type { Notification } from './life-store.ts';

const STATES = { pending: 'waiting', done: 'sent', dead: 'failed', unknown: 'unclear' } as const;
const target = z.object({ to: z.string() });

/** A message as administrators see it: the recipient, masked, and never its text. */
export function describeNotification(
  keys: Keys,
  { at, topic, dedupeKey, state, tries, payload, error }: Notification,
): HandlerAnswer<typeof readTransaction>['notifications'][number] {
  return {
    at: at.toISOString(),
    channel: topic === 'sms' ? 'SMS' : 'Email',
    template: dedupeKey.split(':')[0] ?? '',
    state: STATES[state],
    tries,
    to: payload === null ? undefined : maskedTarget(keys, topic, payload),
    error: error ?? undefined,
  };
}

function maskedTarget(keys: Keys, topic: 'sms' | 'email', payload: Buffer): string | undefined {
  const parsed = target.safeParse(JSON.parse(decrypt(keys, payload)));
  if (!parsed.success) return undefined;
  return topic === 'sms' ? maskMsisdn(parsed.data.to) : maskEmail(parsed.data.to);
}
