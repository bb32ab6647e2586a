import { maskEmail, type LanguageName } from '@zawadi/contract';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { derivedId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { notify } from '../notifications/index.ts';
import {
  forgetLiveSessions,
  forgiveAllSignIns,
  hashPassword,
  steadily,
  type SessionAudience,
} from '../sessions/index.ts';
import type { Holder } from './holder.ts';
import { checkOneTimeCode, issueOneTimeCode, spendOneTimeCode } from './one-time-codes.ts';

/** An account as somebody who cannot sign in names it. */
export type Claimed = {
  audience: SessionAudience;
  /** In one canonical spelling: e-mail or merchant code. */
  account: string;
  /** In lower case. */
  email: string;
  /** @returns undefined when there is no such account, or the address is not its own */
  find: (db: Db) => Promise<Holder | undefined>;
  /** When the address is the account's, and too young to reset its password. */
  readDelay?: (db: Db) => Promise<ResetDelay | undefined>;
};

/** From when an address may reset the password, and the former one, which may until then. */
export type ResetDelay = { language: LanguageName; from: Date; formerEmail: string | undefined };

/**
 * Mails a reset code when the address belongs to the account. For every other address the same is done except the
 * mail, and too many requests are passed over in silence, so that the answer and its time never tell.
 */
export async function sendPasswordCode(deps: Pick<Deps, 'db' | 'keys'>, claimed: Claimed): Promise<void> {
  await steadily(async () => {
    try {
      await inTransaction(deps.db, async (tx) => {
        const holder = await claimed.find(tx);
        const { email } = claimed;
        const code = await issueOneTimeCode(tx, deps, {
          purpose: 'password-reset',
          subjectId: holder?.id ?? nobody(claimed),
          target: email,
        });
        if (holder) {
          const { language } = holder;
          await notify(tx, deps, { template: 'password-reset', data: { code }, email, language });
        } else await tellDelay(tx, deps, claimed);
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
  claimed: Claimed,
  presented: { code: string; password: string; address: string },
): Promise<void> {
  const { code, password, address } = presented;
  await steadily(async () => {
    const holder = await claimed.find(deps.db);
    const subjectId = holder?.id ?? nobody(claimed);
    const rightCode = await checkOneTimeCode(deps, { purpose: 'password-reset', subjectId, code });
    // A code goes to the address of the day it was asked for; by now another one may be the account's.
    if (!holder || rightCode.target !== claimed.email) throw new Refusal('verification_code_invalid');
    const passwordHash = await hashPassword(password);
    await inTransaction(deps.db, async (tx) => {
      await spendOneTimeCode(tx, rightCode);
      const { id, email, language } = holder;
      // First, because whoever is signed out by it is told, too.
      const push = { userId: id };
      await notify(tx, deps, { template: 'password-changed', data: {}, email, push, language });
      await holder.savePassword(tx, passwordHash);
      await holder.record?.(tx, 'password-reset');
    });
    forgetLiveSessions(deps.db);
    await forgiveAllSignIns(deps, { audience: claimed.audience, account: claimed.account, address });
  });
}

async function tellDelay(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { email, readDelay }: Claimed,
): Promise<void> {
  const delay = await readDelay?.(tx);
  if (!delay) return;
  const { language, from, formerEmail = '' } = delay;
  const data = { effectiveAt: from.toISOString(), formerEmail: maskEmail(formerEmail) };
  await notify(tx, deps, { template: 'password-reset-later', data, email, language });
}

function nobody({ audience, account, email }: Claimed): string {
  return derivedId('nobody', audience, account, email);
}
