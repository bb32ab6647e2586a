import { readBalance } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { account } from '../../services/postings/index.ts';
import { notify } from '../../services/messages/index.ts';
import { forgetLiveSessions } from '../../people/sessions/index.ts';
import { eraseAccount, hasOpenPayment } from '../../people/users/index.ts';
import { lockedUser } from './locked-user.ts';

/**
 * Closes an account permanently, even a frozen one, and erases its personal data, like a deletion by its owner.
 * @throws Refusal `not_found`, `user_wallet_not_empty`, `user_payment_open`
 */
export async function closeUser(
  deps: Pick<Deps, 'db' | 'keys'>,
  { userId, reason, auditor }: { userId: string; reason: string; auditor: Auditor },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const { email, language, status } = await lockedUser(tx, userId);
    if (await hasOpenPayment(tx, userId)) throw new Refusal('user_payment_open');
    if ((await readBalance(tx, { account: account.wallet(userId) })) !== 0n) {
      throw new Refusal('user_wallet_not_empty');
    }
    await eraseAccount(tx, userId);
    await notify(tx, deps, { template: 'account-closed', data: {}, email, language });
    await recordAudit(tx, auditor, {
      action: 'user.closed',
      subjectKind: 'user',
      subjectId: userId,
      reason,
      before: { status },
      after: { status: 'DELETED' },
    });
  });
  forgetLiveSessions(deps.db);
}
