import type { LanguageName } from '@zawadi/contract';
import { randomToken, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { notify } from '../../messages/messages/index.ts';
import { atMost, countAttemptsIn, type Watched } from '../sessions/index.ts';
import { insertEmailVerification } from './email-verification-store.ts';

const LIFETIME_HOURS = 48;
const MAILS_AN_HOUR = atMost(3, 3_600);

/**
 * Mails a link that verifies an address. Links mailed earlier stay good until one is used.
 * @param template what the link is for: the address of sign-up, or another one that is to take its place
 */
export async function mailVerification(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: { userId: string; email: string; firstName: string; language: LanguageName },
  template: 'verify-email' | 'confirm-new-email' = 'verify-email',
): Promise<void> {
  const { userId, email, firstName, language } = user;
  const token = randomToken();
  await insertEmailVerification(tx, {
    tokenHash: tokenHash(token),
    userId,
    email,
    lifetimeHours: LIFETIME_HOURS,
  });
  const link = `${deps.config.publicUrl}/verify-email#token=${token}`;
  await notify(tx, deps, { template, data: { firstName, link }, email, language });
}

/** @throws Refusal `too_many_requests` after three links an hour */
export async function countVerificationMail(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  userId: string,
): Promise<void> {
  const waitSeconds = await countAttemptsIn(tx, deps.keys, sendingsTo(userId));
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
}

/** Links mailed, which make somebody wait for the next. */
export function watchedVerificationMails(userId: string): Watched[] {
  return sendingsTo(userId);
}

function sendingsTo(userId: string) {
  return [{ words: ['verification-mail', userId], rule: MAILS_AN_HOUR }];
}
