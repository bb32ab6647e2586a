import { maskMsisdn, type AdminUser } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import { forgetLiveSessions } from '../../people/sessions/index.ts';
import { everyContactOf } from '../../people/users/index.ts';
import { freezeIn, noteFrozen } from '../../people/wallet-freeze/index.ts';
import { describeUser } from './describe-user.ts';
import { lockedUser } from './locked-user.ts';
import { setFrozen } from './store.ts';

type Request = { userId: string; reason: string; auditor: Auditor };

/**
 * Freezes an account: no more sign-ins, claims or pay-outs. Sessions end within a second; payments in progress at
 * M-PESA complete.
 * @throws Refusal `not_found`, `user_frozen`
 */
export async function freezeUser(deps: Pick<Deps, 'db' | 'keys'>, request: Request): Promise<AdminUser> {
  return change(deps, request, true);
}

/**
 * Unfreezes an account.
 * @throws Refusal `not_found`, `user_not_frozen`
 */
export async function unfreezeUser(deps: Pick<Deps, 'db' | 'keys'>, request: Request): Promise<AdminUser> {
  return change(deps, request, false);
}

/**
 * Freezes a wallet for its owner, after support has called back the owner's verified phone number. Only the owner can
 * open the wallet again.
 * @throws Refusal `not_found`, `user_phone_unproven`, `user_wallet_frozen`
 */
export async function freezeWalletByCallBack(
  deps: Pick<Deps, 'db' | 'keys'>,
  { userId, reason, auditor }: Request,
): Promise<AdminUser> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockedUser(tx, userId);
    if (!user.phoneVerified) throw new Refusal('user_phone_unproven');
    if (user.walletFrozenAt !== null && user.walletOpensAt === null) throw new Refusal('user_wallet_frozen');
    await freezeIn(tx, deps, user, { by: 'call-back' });
    await recordAudit(tx, auditor, {
      action: 'user.wallet-frozen',
      subjectKind: 'user',
      subjectId: userId,
      reason,
      after: { by: 'call-back', called: maskMsisdn(user.phoneMsisdn) },
    });
  });
  forgetLiveSessions(deps.db);
  noteFrozen(userId, 'call-back');
  return describeUser(deps, userId);
}

async function change(
  deps: Pick<Deps, 'db' | 'keys'>,
  { userId, reason, auditor }: Request,
  isFrozen: boolean,
): Promise<AdminUser> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockedUser(tx, userId);
    // Notify before the freeze: the freeze signs out the devices that have to be notified.
    const template = isFrozen ? 'account-frozen' : 'account-unfrozen';
    await notify(tx, deps, { template, data: {}, ...everyContactOf(user) });
    if (!(await setFrozen(tx, userId, isFrozen))) {
      throw new Refusal(isFrozen ? 'user_frozen' : 'user_not_frozen');
    }
    await recordAudit(tx, auditor, {
      action: isFrozen ? 'user.frozen' : 'user.unfrozen',
      subjectKind: 'user',
      subjectId: userId,
      reason,
      before: { status: user.status },
      after: { status: isFrozen ? 'FROZEN' : 'ACTIVE' },
    });
  });
  forgetLiveSessions(deps.db);
  return describeUser(deps, userId);
}
