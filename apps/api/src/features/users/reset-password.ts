import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { derivedId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { notify } from '../notifications/index.ts';
import { forgetLiveSessions, forgiveAllSignIns, hashPassword, steadily } from '../sessions/index.ts';
import { checkOneTimeCode, issueOneTimeCode, spendOneTimeCode } from './one-time-codes.ts';
import { findUserByEmail, updatePassword } from './store.ts';

/**
 * Mails a reset code when the address has an account. For every other address the same is done except the mail,
 * and too many requests are passed over in silence, so that the answer and its time never tell.
 */
export async function sendPasswordCode(deps: Pick<Deps, 'db' | 'keys'>, email: string): Promise<void> {
  await steadily(async () => {
    try {
      await inTransaction(deps.db, async (tx) => {
        const user = await findUserByEmail(tx, email);
        const subjectId = user?.id ?? nobodyAt(email);
        const code = await issueOneTimeCode(tx, deps, {
          purpose: 'password-reset',
          subjectId,
          target: email,
        });
        if (user) {
          const { language } = user;
          await notify(tx, deps, { template: 'password-reset', data: { code }, email, language });
        }
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  });
}

/**
 * Sets a new password and ends every session of the account.
 * @throws Refusal `verification_code_invalid`, `too_many_requests`, `overloaded`
 */
export async function resetPasswordWithCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  request: { email: string; code: string; password: string; address: string },
): Promise<void> {
  const { email, code, password, address } = request;
  await steadily(async () => {
    const user = await findUserByEmail(deps.db, email);
    const subjectId = user?.id ?? nobodyAt(email);
    const rightCode = await checkOneTimeCode(deps, { purpose: 'password-reset', subjectId, code });
    if (!user) throw new Refusal('verification_code_invalid');
    const passwordHash = await hashPassword(password);
    await inTransaction(deps.db, async (tx) => {
      await spendOneTimeCode(tx, rightCode);
      await updatePassword(tx, user.id, passwordHash);
      const { language } = user;
      await notify(tx, deps, { template: 'password-changed', data: {}, email, language });
    });
    forgetLiveSessions(deps.db);
    await forgiveAllSignIns(deps, { audience: 'consumer', account: email, address });
  });
}

function nobodyAt(email: string): string {
  return derivedId('nobody', email);
}
