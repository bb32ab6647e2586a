import { enqueue } from '../../../platform/outbox/enqueue.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import type { RenderedEmail } from './render-email.ts';

/** A rendered message that an administrator sends as a trial. */
type Trial = { trial: RenderedEmail; to: string };

/** Sends a message with example facts through the outbox, so that the trial also tests the delivery. */
export async function sendTrial(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  payload: Trial,
): Promise<void> {
  await enqueue(tx, keys, [{ topic: 'email', payload, isUrgent: true }]);
}

export function isTrial(payload: unknown): payload is Trial {
  return typeof payload === 'object' && payload !== null && 'trial' in payload;
}
