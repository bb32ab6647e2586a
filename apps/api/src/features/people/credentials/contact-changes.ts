import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { atMost, countAttemptsIn, type AttemptCounter } from '../sessions/index.ts';
import { insertContactChange, type ContactSubject, type FormerContact } from './contact-change-store.ts';

// Each requested change sends a message to the old contacts.
const CHANGES_AN_HOUR = atMost(5, 3_600);

/**
 * Records a request for a new contact; at most five an hour. The caller sends the old contacts the token, in
 * the same transaction.
 * @returns the token of the "this was not me" link; only its hash is stored
 * @throws Refusal `too_many_requests`
 */
export async function openContactChange(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  change: ContactSubject & FormerContact & { wanted: string; isByAdministrator?: boolean },
): Promise<string> {
  const waitSeconds = await countAttemptsIn(tx, deps.keys, changesOf(change.subjectId));
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const token = randomToken();
  await insertContactChange(tx, { ...change, id: newId(), tokenHash: tokenHash(token) });
  return token;
}

/** Returns the counter that limits requests for new contacts. */
export function contactChangeCounters(subjectId: string): AttemptCounter[] {
  return changesOf(subjectId);
}

function changesOf(subjectId: string) {
  return [{ words: ['contact-change', subjectId], rule: CHANGES_AN_HOUR }];
}
