import {
  administratorRoles,
  uuid,
  type HandlerAnswer,
  type resetOwnerPassword as resetEndpoint,
} from '@zawadi/contract';
import { z } from 'zod';
import { randomToken } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import { executeOrRequestApproval, type ApprovalAction } from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import { forgetPasskeys } from '../passkeys/index.ts';
import {
  atMost,
  countAttempts,
  deleteSecondFactor,
  forgetLiveSessions,
  hashPassword,
} from '../sessions/index.ts';
import { findMember, updateMemberPassword } from './member-store.ts';
import { describeMerchant } from './merchant-details.ts';
import { lockMerchant, type MerchantRecord } from './store.ts';

const TEMPORARY_PASSWORD_BYTES = 12;
// Each temporary password is mailed to the contact.
const PASSWORDS_AN_HOUR = atMost(5, 3_600);

const input = z.object({ merchantId: uuid, isTwoFactorReset: z.boolean() });

/** Mails the owner a temporary password and ends the owner's sessions. */
export function ownerResetAction(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
): ApprovalAction<z.infer<typeof input>> {
  return {
    kind: 'owner-reset',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: async () => true,
    // The preview names the email address, so that an approval becomes outdated if the address changes.
    preview: async (tx, { merchantId }) => {
      const { contactEmail } = await lockOwner(tx, merchantId);
      return { amountCents: 0n, way: `mailed to ${contactEmail}` };
    },
    execute: async (tx, { input: { merchantId, isTwoFactorReset }, reason, auditor }) => {
      const owner = await lockOwner(tx, merchantId);
      const { ownerId, businessName, merchantCode, contactEmail: to, contactPhoneMsisdn } = owner;
      const password = randomToken(TEMPORARY_PASSWORD_BYTES);
      await updateMemberPassword(tx, ownerId, { hash: await hashPassword(password), mustChange: true });
      if (isTwoFactorReset) {
        await deleteSecondFactor(tx, ownerId);
        await forgetPasskeys(tx, { audience: 'merchant', subjectId: ownerId });
      }
      const link = `${deps.config.publicUrl}/merchant/login`;
      await notify(tx, deps, {
        template: 'owner-password-reset',
        data: { businessName, merchantCode, password, link, isTwoFactorReset },
        email: to,
      });
      await notify(tx, deps, { template: 'owner-password-mailed', data: {}, sms: contactPhoneMsisdn });
      await recordAudit(tx, auditor, {
        action: 'merchant.owner-password-reset',
        subjectKind: 'merchant',
        subjectId: merchantId,
        reason,
        after: { isTwoFactorReset },
      });
      return async () => {
        securityEvent('password.given', { audience: 'merchant', account: ownerId });
        if (isTwoFactorReset)
          securityEvent('second-factor.reset', { audience: 'merchant', account: ownerId });
        forgetLiveSessions(deps.db);
      };
    },
  };
}

/**
 * Requests a temporary password for an owner who is locked out. A second administrator approves it.
 * @throws Refusal `not_found`, `approval_open`, `too_many_requests`
 */
export async function resetOwnerPassword(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: { merchantId: string; reason: string; isTwoFactorReset: boolean; auditor: Auditor },
): Promise<HandlerAnswer<typeof resetEndpoint>> {
  const { merchantId, reason, isTwoFactorReset, auditor } = request;
  const { businessName, merchantCode } = await describeMerchant(deps.db, merchantId);
  await countRequest(deps, merchantId);
  const factor = isTwoFactorReset ? ' and switch the second factor off' : '';
  const action = await executeOrRequestApproval(deps, ownerResetAction(deps), {
    subjectKind: 'merchant',
    subjectId: merchantId,
    summary: `Reset the owner’s password of ${businessName} (${merchantCode})${factor}`,
    amountCents: 0n,
    reason,
    input: { merchantId, isTwoFactorReset },
    auditor,
  });
  return { ...(await describeMerchant(deps.db, merchantId)), action };
}

async function lockOwner(tx: Transaction, merchantId: string): Promise<MerchantRecord & { ownerId: string }> {
  const merchant = await lockMerchant(tx, merchantId);
  const owner = merchant && (await findMember(tx, merchant.merchantCode));
  if (!owner) throw new Refusal('not_found');
  return { ...merchant, ownerId: owner.staffId };
}

async function countRequest(deps: Pick<Deps, 'db' | 'keys'>, merchantId: string): Promise<void> {
  const words = ['owner-password', merchantId];
  const waitSeconds = await countAttempts(deps, [{ words, rule: PASSWORDS_AN_HOUR }]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
}
