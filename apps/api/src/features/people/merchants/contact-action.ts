import {
  email as emailAddress,
  maskEmail,
  maskMsisdn,
  msisdn,
  fullName,
  administratorRoles,
  uuid,
  type ActionOutcome,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { executeOrRequestApproval, type ApprovalAction } from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { applyChanges, forgetMerchant, type Wanted } from './apply-changes.ts';
import { notifyFormerContact } from './former-contact.ts';
import { lockMerchant, type MerchantRecord } from './store.ts';

const contact = z.object({
  contactName: fullName.optional(),
  contactEmail: emailAddress.optional(),
  contactPhoneNumber: msisdn.optional(),
});
type Contact = z.infer<typeof contact>;

const input = contact.extend({ merchantId: uuid });

/**
 * Changes a merchant's contact. Needs two administrators, because the contact's email address can reset the
 * owner's password.
 */
export function contactAction(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
): ApprovalAction<z.infer<typeof input>> {
  return {
    kind: 'merchant-contact',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: async () => true,
    preview: async (tx, { merchantId }) => {
      const merchant = await lockMerchant(tx, merchantId);
      if (!merchant) throw new Refusal('not_found');
      const { contactEmail, contactPhoneMsisdn } = merchant;
      return { amountCents: 0n, way: `from ${maskEmail(contactEmail)}, ${maskMsisdn(contactPhoneMsisdn)}` };
    },
    execute: async (tx, { id: approvalId, input: { merchantId, ...wanted }, reason, auditor }) => {
      const former = await lockMerchant(tx, merchantId);
      if (former) await notifyFormerContact(tx, deps, former, wanted);
      await applyChanges(tx, deps, { merchantId, wanted, reason, auditor, approvalId });
      return async () => forgetMerchant(deps);
    },
  };
}

/**
 * Separates a changed contact, which needs two administrators, from the other changes. A new name alone gives
 * no access and stays with the others.
 */
export function contactIn(wanted: Wanted, before: MerchantRecord): { contact?: Contact; others: Wanted } {
  const { contactName, contactEmail, contactPhoneNumber, ...others } = wanted;
  const isMoved =
    (contactEmail !== undefined && contactEmail !== before.contactEmail) ||
    (contactPhoneNumber !== undefined && contactPhoneNumber !== before.contactPhoneMsisdn);
  return isMoved
    ? { contact: contact.parse({ contactName, contactEmail, contactPhoneNumber }), others }
    : { others: wanted };
}

/**
 * Requests approval of a new contact.
 * @throws Refusal `not_found`, `approval_open`
 */
export async function askForContact(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  asked: { merchant: MerchantRecord; contact: Contact; reason: string; auditor: Auditor },
): Promise<ActionOutcome> {
  const { merchant, contact: wanted, reason, auditor } = asked;
  const { id: merchantId, businessName, merchantCode } = merchant;
  const { contactName, contactEmail, contactPhoneNumber } = wanted;
  // The audit log keeps the text forever. A masked contact can be compared with what the shop says, but not used.
  const email = contactEmail && maskEmail(contactEmail);
  const number = contactPhoneNumber && maskMsisdn(contactPhoneNumber);
  const to = [contactName, email, number].filter((word) => word !== undefined).join(', ');
  return executeOrRequestApproval(deps, contactAction(deps), {
    subjectKind: 'merchant',
    subjectId: merchantId,
    summary: `Change the contact of ${businessName} (${merchantCode}) to ${to}`.slice(0, 400),
    amountCents: 0n,
    reason,
    input: { merchantId, ...wanted },
    auditor,
  });
}
