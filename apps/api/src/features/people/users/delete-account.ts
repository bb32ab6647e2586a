import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { readBalance } from '../../../ledger/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { account } from '../../services/postings/index.ts';
import { notify } from '../../services/messages/index.ts';
import { requireCodeOf, requirePassword } from '../credentials/index.ts';
import { forgetPasskeys } from '../passkeys/index.ts';
import { deleteDevices, deleteSecondFactor, forgetLiveSessions } from '../sessions/index.ts';
import { eraseUser, hasOpenPayment } from './deletion-store.ts';
import { consumerHolder } from './holder.ts';
import { lockUser, type LockedUser } from './required-state.ts';
import { deletePicture } from './profile-store.ts';

type Request = { userId: string; password: string; code: string | undefined };

/**
 * Deletes an account permanently. The row stays without personal data, because the books refer to it. Gifts sent to
 * the user stay valid by their code.
 * @throws Refusal `password_wrong`, `otp_required` and `verification_code_invalid` when a second factor is on,
 * `wallet_not_empty`, `payment_open`, `too_many_requests`, `overloaded`
 */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  request: Request,
): Promise<void> {
  const { userId } = request;
  const holder = await consumerHolder(deps.db, userId);
  await requirePassword(deps, holder, request.password);
  // Checks first whether the account can be deleted: a refusal must not use up a recovery code.
  await inTransaction(deps.db, async (tx) => refuseUnfinished(tx, await lockUser(tx, userId)));
  await requireCodeOf(deps, holder, request.code);
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId);
    await refuseUnfinished(tx, user);
    await eraseAccount(tx, userId);
    const { email, language } = user;
    await notify(tx, deps, { template: 'account-deleted', data: {}, email, language });
  });
  forgetLiveSessions(deps.db);
}

/** Checks under the user's lock, which blocks claims and withdrawals until the end of the transaction. */
async function refuseUnfinished(tx: Transaction, { id }: LockedUser): Promise<void> {
  if (await hasOpenPayment(tx, id)) throw new Refusal('payment_open');
  if ((await readBalance(tx, { account: account.wallet(id) })) !== 0n) throw new Refusal('wallet_not_empty');
}

/**
 * Removes all personal data from an account. Lock the account first, and check that it has neither balance
 * nor open payments.
 * @throws Refusal `not_found` when the account is gone
 */
export async function eraseAccount(tx: Transaction, userId: string): Promise<void> {
  await deleteDevices(tx, userId);
  await deleteSecondFactor(tx, userId);
  await forgetPasskeys(tx, { audience: 'consumer', subjectId: userId });
  await deletePicture(tx, userId);
  if (!(await eraseUser(tx, userId))) throw new Refusal('not_found');
}
