import type { LanguageName } from '@zawadi/contract';
import { randomToken, tokenHash } from '../../platform/crypto/keys.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { notify } from '../notifications/index.ts';
import { insertEmailVerification } from './email-verification-store.ts';

const LIFETIME_HOURS = 48;

/** Mails a link that verifies an address. Links mailed earlier stay good until one is used. */
export async function mailVerification(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: { userId: string; email: string; firstName: string; language: LanguageName },
): Promise<void> {
  const token = randomToken();
  await insertEmailVerification(tx, {
    tokenHash: tokenHash(token),
    userId: user.userId,
    email: user.email,
    lifetimeHours: LIFETIME_HOURS,
  });
  await notify(tx, deps, {
    template: 'verify-email',
    data: { firstName: user.firstName, link: `${deps.config.publicUrl}/verify-email?token=${token}` },
    email: user.email,
    language: user.language,
  });
}
