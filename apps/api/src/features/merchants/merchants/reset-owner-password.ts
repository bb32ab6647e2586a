import type { Merchant } from '@zawadi/contract';
import { randomToken } from '../../../platform/crypto/keys.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { recordAudit, type Auditor } from '../../control/audit/index.ts';
import { notify } from '../../messages/messages/index.ts';
import { forgetPasskeys } from '../../access/passkeys/index.ts';
import {
  atMost,
  countAttempts,
  deleteSecondFactor,
  forgetLiveSessions,
  hashPassword,
} from '../../access/sessions/index.ts';
import { findMember, updateMemberPassword } from './member-store.ts';
import { describeMerchant } from './merchant-details.ts';
import { lockMerchant } from './store.ts';

const TEMPORARY_PASSWORD_BYTES = 12;
// Each is a mail to the contact.
const PASSWORDS_AN_HOUR = atMost(5, 3_600);

/**
 * For an owner who gets in no other way: mails a temporary password to the contact's address and ends every session of
 * the owner.
 * @throws Refusal `not_found`, `too_many_requests`, `overloaded`
 */
export async function resetOwnerPassword(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: { merchantId: string; reason: string; isTwoFactorReset: boolean; auditor: Auditor },
): Promise<Merchant> {
  const { merchantId, reason, isTwoFactorReset, auditor } = request;
  await describeMerchant(deps.db, merchantId);
  const password = await newPasswordFor(deps, merchantId);
  const hash = await hashPassword(password);
  const ownerId = await inTransaction(deps.db, async (tx) => {
    const merchant = await lockMerchant(tx, merchantId);
    const owner = merchant && (await findMember(tx, merchant.merchantCode));
    if (!owner) throw new Refusal('not_found');
    await updateMemberPassword(tx, owner.staffId, { hash, mustChange: true });
    if (isTwoFactorReset) {
      await deleteSecondFactor(tx, owner.staffId);
      await forgetPasskeys(tx, { audience: 'merchant', subjectId: owner.staffId });
    }
    const { businessName, merchantCode, contactEmail: email } = merchant;
    const link = `${deps.config.publicUrl}/merchant/login`;
    await notify(tx, deps, {
      template: 'owner-password-reset',
      data: { businessName, merchantCode, password, link, isTwoFactorReset },
      email,
    });
    await recordAudit(tx, auditor, {
      action: 'merchant.owner-password-reset',
      subjectKind: 'merchant',
      subjectId: merchantId,
      reason,
      after: { isTwoFactorReset },
    });
    return owner.staffId;
  });
  securityEvent('password.given', { audience: 'merchant', account: ownerId });
  if (isTwoFactorReset) securityEvent('second-factor.reset', { audience: 'merchant', account: ownerId });
  forgetLiveSessions(deps.db);
  return describeMerchant(deps.db, merchantId);
}

async function newPasswordFor(deps: Pick<Deps, 'db' | 'keys'>, merchantId: string): Promise<string> {
  const words = ['owner-password', merchantId];
  const waitSeconds = await countAttempts(deps, [{ words, rule: PASSWORDS_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  return randomToken(TEMPORARY_PASSWORD_BYTES);
}
