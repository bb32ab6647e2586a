import { maskEmail, type ObjectedChange } from '@zawadi/contract';
import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  findContactChange,
  markTakenBack,
  readChangesSince,
  type ContactChange,
} from '../../access/credentials/index.ts';
import { forgetPasskeys } from '../../access/passkeys/index.ts';
import { forgetLiveSessions } from '../../access/sessions/index.ts';
import { recordActivity } from './timeline-store.ts';
import { doubtOwnersPassword } from './member-store.ts';
import { insertPayoutChannel, readNextPayoutChannel, readPayoutChannel } from './payout-channel-store.ts';
import { chosenChannel } from './settings.ts';
import { lockMerchant, restoreContactEmail } from './store.ts';

/**
 * "This was not me", of a merchant's contact: the former address is the contact's again, the owner's sessions end, and the
 * owner's password, which a stranger must know, proves nothing until it is reset. A pay-out channel that waits for its
 * time is given up. Pressing gives no access. Pressed again, it does nothing more.
 * @throws Refusal `verification_link_invalid` for a token that was never one, or is older than 72 hours
 */
export async function objectToContactEmail(
  deps: Pick<Deps, 'db'>,
  { token }: { token: string },
): Promise<ObjectedChange> {
  const change = await inTransaction(deps.db, async (tx) => {
    const asked = await findContactChange(tx, 'merchant', tokenHash(token));
    if (!asked || !(await lockMerchant(tx, asked.subjectId))) {
      throw new Refusal('verification_link_invalid');
    }
    if (await takeBackContactEmail(tx, asked)) await stopOwner(tx, asked.subjectId);
    return asked;
  });
  forgetLiveSessions(deps.db);
  return { contact: 'email', kept: maskEmail(change.former) };
}

/**
 * Restores the contact's address before a change, regardless of later changes. The merchant must be locked.
 * @returns false when it was taken back before
 */
export async function takeBackContactEmail(tx: Transaction, change: ContactChange): Promise<boolean> {
  const changes = await readChangesSince(tx, change);
  if (!changes.some(({ id }) => id === change.id)) return false;
  await restoreContactEmail(tx, change.subjectId, change);
  await markTakenBack(tx, changes);
  return true;
}

async function stopOwner(tx: Transaction, merchantId: string): Promise<void> {
  const ownerId = await doubtOwnersPassword(tx, merchantId);
  // One may be of the stranger, who knew the password.
  await forgetPasskeys(tx, { audience: 'merchant', subjectId: ownerId });
  await recordActivity(tx, {
    merchantId,
    actor: { kind: 'staff', id: ownerId },
    kind: 'contact-email-taken-back',
  });
  const [now, next] = [await readPayoutChannel(tx, merchantId), await readNextPayoutChannel(tx, merchantId)];
  if (!now || !next) return;
  // Registering the present channel again replaces a scheduled change, which then never takes effect.
  await insertPayoutChannel(tx, { merchantId, staffId: ownerId, channel: chosenChannel(now), holdHours: 0 });
}
