import type { WalletFreeze } from '@zawadi/contract';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import { takeNotMeLink, type NotMeSubject } from '../credentials/index.ts';
import { forgetPasskeys } from '../passkeys/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import {
  describeFreeze,
  markPasswordDoubted,
  everyContactOf,
  lockUserRecord,
  readUser,
  type UserRecord,
} from '../users/index.ts';
import { endSessions, putFreeze } from './store.ts';

type Freezing = { by: WalletFreeze['by']; exceptSessionId?: string };

/** Freezes the wallet of the signed-in owner, and cancels a scheduled opening. Ends no session. */
export async function freezeOwnWallet(
  deps: Pick<Deps, 'db' | 'keys'>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ walletFreeze: WalletFreeze | null }> {
  await inTransaction(deps.db, async (tx) => {
    const user = await lockUserRecord(tx, userId);
    if (!user) throw new Refusal('unauthenticated');
    await freezeIn(tx, deps, user, { by: 'session', exceptSessionId: sessionId });
  });
  noteFrozen(userId, 'session');
  const user = await readUser(deps.db, userId);
  return { walletFreeze: user ? describeFreeze(user) : null };
}

/**
 * Freezes a wallet for its owner and notifies every contact and device. Ends all sessions, unless the owner
 * froze the wallet in a session. Payments in flight finish. Lock the user first.
 */
export async function freezeIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  user: UserRecord,
  { by, exceptSessionId }: Freezing,
): Promise<void> {
  const isNews = user.walletFrozenAt === null || user.walletOpensAt !== null;
  // Notify first: `endSessions` signs all devices out, and signed-out devices get no push message.
  if (isNews) {
    const { push, ...contacts } = everyContactOf(user);
    const others = exceptSessionId === undefined ? push : { ...push, exceptSessionId };
    await notify(tx, deps, { template: 'wallet-frozen', data: {}, ...contacts, push: others });
  }
  // Keeps support's freeze: support continues to replace the contacts until a "this was not me" link stops the case.
  const isHeld = user.walletFrozenAt !== null && user.walletFrozenBy === 'lost-contacts';
  await putFreeze(tx, user.id, isHeld && by !== 'not-me' ? 'lost-contacts' : by);
  if (by !== 'session') await endSessions(tx, user.id);
}

/** Freezes a wallet while support replaces both contacts. Notify the owner before calling it. */
export async function freezeForSupport(tx: Transaction, userId: string): Promise<void> {
  await putFreeze(tx, userId, 'lost-contacts');
  await endSessions(tx, userId);
}

/**
 * Handles the "this was not me" link of a message: freezes the wallet and ends every session. If the reported
 * event shows that a stranger knows the password, it is no proof until its reset. The link gives no access.
 * @throws Refusal `verification_link_invalid` for a token that is unknown, used, or older than 72 hours
 */
export async function freezeByLink(
  deps: Pick<Deps, 'db' | 'keys'>,
  { token }: { token: string },
): Promise<void> {
  const userId = await inTransaction(deps.db, async (tx) => {
    const link = await takeNotMeLink(tx, tokenHash(token));
    const user = link && (await lockUserRecord(tx, link.userId));
    if (!user) throw new Refusal('verification_link_invalid');
    await freezeIn(tx, deps, user, { by: link.about === 'freeze-code' ? 'phone' : 'not-me' });
    if (PASSWORD_IS_KNOWN.has(link.about)) {
      await markPasswordDoubted(tx, user.id);
      // The stranger may have added a passkey.
      await forgetPasskeys(tx, { audience: 'consumer', subjectId: user.id });
    }
    return user.id;
  });
  forgetLiveSessions(deps.db);
  noteFrozen(userId, 'not-me');
}

const PASSWORD_IS_KNOWN: ReadonlySet<NotMeSubject> = new Set(['opening', 'reset', 'pay-out']);

export function noteFrozen(account: string, what: WalletFreeze['by']): void {
  securityEvent('wallet.frozen', { audience: 'consumer', account, what });
}
