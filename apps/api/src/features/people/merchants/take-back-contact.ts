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
import { doubtOwnersPassword } from './member-store.ts';
import { holdSettlements } from './hold-settlements.ts';
import { endWaitingChannel } from './payout-channel-store.ts';
import { restoreContactEmail } from './contact-store.ts';
import { lockMerchant } from './store.ts';

/**
 * "This was not me", of a merchant's contact: the former address is the contact's again, the owner's sessions end, and the
 * owner's password, which a stranger must know, proves nothing until it is reset. A pay-out channel that waits for its
 * time is given up. A contact that an administrator replaced does not come back, but holds the settlements. Pressing gives
 * no access. Pressed again, it does nothing more.
 * @throws Refusal `verification_link_invalid` for a token that was never one, or is older than 72 hours
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
 * Restores the contact's address before a change, regardless of later changes. The merchant must be locked.
 * @returns false when it was taken back before
 */
export async function takeBackContactEmail(tx: Transaction, change: ContactChange): Promise<boolean> {
  const changes = await readChangesSince(tx, change);
  if (!changes.some(({ id }) => id === change.id)) return false;
  await restoreContactEmail(tx, change.id);
  await markTakenBack(tx, changes);
  return true;
}

async function stopOwner(tx: Transaction, merchantId: string): Promise<void> {
  const ownerId = await doubtOwnersPassword(tx, merchantId);
  // One may be of the stranger, who knew the password.
  await forgetPasskeys(tx, { audience: 'merchant', subjectId: ownerId });
  await recordActivity(tx, {
    merchantId,
    actor: { kind: 'member', id: ownerId },
    kind: 'contact-email-taken-back',
  });
  await endWaitingChannel(tx, merchantId);
  await closeRequests(tx, { kind: 'payout-channel', subjectId: merchantId }, 'The contact said: not me');
}
