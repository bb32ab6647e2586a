import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { countVerificationMail, mailVerification } from './mail-verification.ts';
import { tellOwnerOfAddress } from './tell-owner-of-address.ts';
import { findUserByEmail, type UserRecord } from './store.ts';

/**
 * Mails the link that makes an address the account's. When another account has the address already, its owner is told
 * instead, and whoever asked learns nothing of it.
 * @throws Refusal `too_many_requests`
 */
export async function sendNewEmailLink(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: UserRecord,
  address: string,
): Promise<void> {
  await countVerificationMail(tx, deps, user.id);
  const owner = await findUserByEmail(tx, address);
  if (owner) await tellOwnerOfAddress(tx, deps, { ...owner, email: address });
  else await mailVerification(tx, deps, { ...user, userId: user.id, email: address }, 'confirm-new-email');
}
