import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { notify } from '../../messages/messages/index.ts';
import { issueOneTimeCode } from '../credentials/index.ts';
import { requireWaitingPhone } from './required-state.ts';
import { readUser } from './store.ts';

/**
 * Sends a code to the number that waits to be verified.
 * @throws Refusal `phone_already_verified` or `phone_not_given` when none does, `too_many_requests`
 */
export async function sendPhoneCode(deps: Pick<Deps, 'db' | 'keys'>, userId: string): Promise<void> {
  await inTransaction(deps.db, (tx) => sendPhoneCodeIn(tx, deps, userId));
}

/** As `sendPhoneCode`, with whatever else is done. */
export async function sendPhoneCodeIn(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  userId: string,
): Promise<void> {
  const user = await readUser(tx, userId);
  const msisdn = requireWaitingPhone(user);
  const language = user?.language;
  const code = await issueOneTimeCode(tx, deps, { purpose: 'phone', subjectId: userId, target: msisdn });
  await notify(tx, deps, { template: 'phone-otp', data: { code }, sms: msisdn, language });
}
