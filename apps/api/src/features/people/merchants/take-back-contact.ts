import {
  maskEmail,
  maskMsisdn,
  type HandlerAnswer,
  type objectToMerchantContactChange as endpoint,
} from '@zawadi/contract';
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
} from '../credentials/index.ts';
import { closeRequests } from '../../services/approvals/index.ts';
import { forgetPasskeys } from '../passkeys/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import { recordActivity } from './timeline-store.ts';
import { markOwnersPasswordDoubted } from './member-store.ts';
import { holdSettlements } from './hold-settlements.ts';
import { endWaitingChannel } from './payout-channel-store.ts';
import { restoreContactEmail } from './contact-store.ts';
import { lockMerchant } from './store.ts';

/**
 * Handles "this was not me" by a merchant's contact. Restores the former email address, ends the owner's
 * sessions and cancels a waiting pay-out channel. A stranger must know the owner's password, so until its
 * reset it is no proof. If an administrator replaced the contact, holds settlements and restores nothing. The
 * link gives no access, and a second use has no effect.
 * @throws Refusal `verification_link_invalid` for an unknown token, or one older than 72 hours
 */
export async function objectToContactEmail(
  deps: Pick<Deps, 'db'>,
  { token }: { token: string },
): Promise<HandlerAnswer<typeof endpoint>> {
  const change = await inTransaction(deps.db, async (tx) => {
    const asked = await findContactChange(tx, 'merchant', tokenHash(token));
    const merchant = asked && (await lockMerchant(tx, asked.subjectId));
    if (!merchant) throw new Refusal('verification_link_invalid');
    if (asked.isByAdministrator) await holdSettlements(tx, merchant, asked);
    else if (await takeBackContactEmail(tx, asked)) await stopOwner(tx, asked.subjectId);
    return asked;
  });
  forgetLiveSessions(deps.db);
  const { kind, former, isByAdministrator } = change;
  const masked = kind === 'email' ? maskEmail(former) : maskMsisdn(former);
  return { contact: kind, kept: masked, areSettlementsHeld: isByAdministrator };
}

/**
 * Restores the contact's email address from before a change, regardless of later changes. Lock the merchant first.
 * @returns false when the change was already undone
 */
export async function takeBackContactEmail(tx: Transaction, change: ContactChange): Promise<boolean> {
  const changes = await readChangesSince(tx, change);
  if (!changes.some(({ id }) => id === change.id)) return false;
  await restoreContactEmail(tx, change.id);
  await markTakenBack(tx, changes);
  return true;
}

async function stopOwner(tx: Transaction, merchantId: string): Promise<void> {
  const ownerId = await markOwnersPasswordDoubted(tx, merchantId);
  // The stranger knew the password and may have added a passkey.
  await forgetPasskeys(tx, { audience: 'merchant', subjectId: ownerId });
  await recordActivity(tx, {
    merchantId,
    actor: { kind: 'member', id: ownerId },
    kind: 'contact-email-taken-back',
  });
  await endWaitingChannel(tx, merchantId);
  await closeRequests(tx, { kind: 'payout-channel', subjectId: merchantId }, 'The contact said: not me');
}
