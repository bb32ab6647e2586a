import { tokenHash } from '../../platform/crypto/keys.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { takeEmailVerification } from './email-verification-store.ts';
import { markEmailVerified } from './store.ts';

/** @throws Refusal `verification_link_invalid` when the link is unknown, used, older than two days, or of an old address */
export async function verifyEmailAddress(deps: Pick<Deps, 'db'>, token: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const verification = await takeEmailVerification(tx, tokenHash(token));
    const isDone = verification && (await markEmailVerified(tx, verification.userId, verification.email));
    if (isDone !== true) throw new Refusal('verification_link_invalid');
  });
}
