import { maskEmail, maskMsisdn, type WalletFreeze } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import {
  checkOneTimeCode,
  issueOneTimeCode,
  openNotMeLink,
  requirePassword,
  spendOneTimeCode,
} from '../credentials/index.ts';
import { atMost, countAttemptsIn } from '../sessions/index.ts';
import {
  consumerHolder,
  describeFreeze,
  everyContactOf,
  lockUserRecord,
  readUser,
  type UserRecord,
} from '../users/index.ts';
import { deleteFreeze, putOpening, readSecondContact, type SecondContact } from './store.ts';

const OPENINGS_A_DAY = atMost(3, 86_400);

type Answer = { walletFreeze: WalletFreeze | null };

/**
 * Sends the code that opens a frozen wallet to the second proven contact.
 * @returns the masked recipient
 * @throws Refusal `wallet_not_frozen`, `wallet_held_by_support`, `second_contact_missing`, `too_many_requests`
 */
export async function sendOpeningCode(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  userId: string,
): Promise<{ sentTo: string }> {
  return inTransaction(deps.db, async (tx) => {
    const { language } = requireFrozen(await lockUserRecord(tx, userId));
    const { channel, target } = await requireSecondContact(tx, userId);
    const request = { purpose: 'wallet-open', subjectId: userId, target, pot: 'own' } as const;
    const code = await issueOneTimeCode(tx, deps, request);
    await notify(tx, deps, { template: 'wallet-open-code', data: { code }, [channel]: target, language });
    return { sentTo: channel === 'sms' ? maskMsisdn(target) : maskEmail(target) };
  });
}

/**
 * Opens a wallet that its owner has frozen. Needs both the password and the code sent to the second contact.
 * @throws Refusal `wallet_not_frozen`, `wallet_held_by_support`, `second_contact_missing`, `password_wrong`,
 * `password_reset_needed`, `verification_code_invalid`, `too_many_requests`, `overloaded`
 */
export async function openWallet(
  deps: Pick<Deps, 'db' | 'keys'>,
  { userId, password, otp }: { userId: string; password: string; otp: string },
): Promise<Answer> {
  requireFrozen(await readUser(deps.db, userId));
  await requireSecondContact(deps.db, userId);
  await requirePassword(deps, await consumerHolder(deps.db, userId), password);
  const right = await checkOneTimeCode(deps, { purpose: 'wallet-open', subjectId: userId, code: otp });
  await inTransaction(deps.db, async (tx) => {
    const user = requireFrozen(await lockUserRecord(tx, userId));
    // A password reset since the code was sent makes another contact the second one, and the code invalid.
    const { target } = await requireSecondContact(tx, userId);
    if (right.target !== target) throw new Refusal('verification_code_invalid');
    await spendOneTimeCode(tx, right);
    await deleteFreeze(tx, userId);
    await notify(tx, deps, { template: 'wallet-opened', data: {}, ...everyContactOf(user) });
  });
  securityEvent('wallet.opened', { audience: 'consumer', account: userId });
  return { walletFreeze: null };
}

/**
 * Schedules a frozen wallet to open 24 hours from now. Every proven contact and device gets a link that
 * cancels the opening. A second request keeps the first time.
 * @throws Refusal `wallet_not_frozen`, `wallet_held_by_support`, `too_many_requests` after three a day
 */
export async function openWalletLater(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  userId: string,
): Promise<Answer> {
  const answer = await inTransaction(deps.db, async (tx) => {
    const before = requireFrozen(await lockUserRecord(tx, userId));
    if (before.walletOpensAt === null) await countOpening(tx, deps, userId);
    await putOpening(tx, userId);
    const user = await readUser(tx, userId);
    const walletFreeze = user ? describeFreeze(user) : null;
    if (before.walletOpensAt === null && walletFreeze?.opensAt) {
      const link = await openNotMeLink(tx, deps, { userId, about: 'opening' });
      const data = { opensAt: walletFreeze.opensAt, link };
      await notify(tx, deps, { template: 'wallet-opens', data, ...everyContactOf(before) });
    }
    return { walletFreeze };
  });
  securityEvent('wallet.opening-asked', { audience: 'consumer', account: userId });
  return answer;
}

/** Limits openings, because an opening and the next freeze each notify every contact by SMS and mail. */
async function countOpening(tx: Transaction, { keys }: Pick<Deps, 'keys'>, userId: string): Promise<void> {
  const opening = { words: ['wallet-opening', userId], rule: OPENINGS_A_DAY };
  const waitSeconds = await countAttemptsIn(tx, keys, [opening]);
  if (waitSeconds > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
}

function requireFrozen(user: UserRecord | undefined): UserRecord {
  if (!user) throw new Refusal('unauthenticated');
  if (user.walletFrozenAt === null) throw new Refusal('wallet_not_frozen');
  if (user.walletFrozenBy === 'lost-contacts') throw new Refusal('wallet_held_by_support');
  return user;
}

async function requireSecondContact(db: Transaction | Deps['db'], userId: string): Promise<SecondContact> {
  const contact = await readSecondContact(db, userId);
  if (!contact) throw new Refusal('second_contact_missing');
  return contact;
}
