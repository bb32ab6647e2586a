import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { atMost, countAttemptsIn, type Watched } from '../sessions/index.ts';
import { insertContactChange, type ContactSubject, type FormerContact } from './contact-change-store.ts';

// Each is a message to the old contacts.
const CHANGES_AN_HOUR = atMost(5, 3_600);

/**
 * Writes down that a new contact was asked for. The caller has the old contacts told, with the token, in the same
 * transaction. At most five an hour.
 * @returns the token of "this was not me", which is stored nowhere in clear
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

/** New contacts asked for, after which the next has to wait. */
export function watchedContactChanges(subjectId: string): Watched[] {
  return changesOf(subjectId);
}

function changesOf(subjectId: string) {
  return [{ words: ['contact-change', subjectId], rule: CHANGES_AN_HOUR }];
}
