import { maskEmail, maskMsisdn, administratorRoles, uuid } from '@zawadi/contract';
import { z } from 'zod';
import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { markTakenBack, type ContactChange } from '../credentials/index.ts';
import { openRequest, type ApprovalAction } from '../../services/approvals/index.ts';
import { recordAudit } from '../../services/audit/index.ts';
import { markHeld, markResumed } from './contact-store.ts';
import { recordActivity } from './timeline-store.ts';
import { lockMerchant, type MerchantRecord } from './store.ts';

const input = z.object({ merchantId: uuid });

/**
 * Holds settlements after "this was not me" by a contact that an administrator has replaced, until two
 * administrators approve. A second use of the link has no effect. Lock the merchant first.
 */
export async function holdSettlements(
  tx: Transaction,
  merchant: MerchantRecord,
  change: ContactChange,
): Promise<void> {
  if (change.takenBackAt !== null) return;
  await markTakenBack(tx, [change]);
  if (!(await markHeld(tx, merchant.id))) return;
  await recordActivity(tx, { merchantId: merchant.id, actor: { kind: 'system' }, kind: 'settlements-held' });
  const former = change.kind === 'email' ? maskEmail(change.former) : maskMsisdn(change.former);
  await openResume(tx, merchant, `The former contact, ${former}, says: this was not me`);
}

/** Resumes settlements. A rejection keeps them held and opens a new request. */
export function resumeAction(): ApprovalAction<z.infer<typeof input>> {
  return {
    kind: 'settlements-resume',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: async () => true,
    execute: async (tx, { id, input: { merchantId }, reason, auditor }) => {
      if (!(await lockMerchant(tx, merchantId))) throw new Refusal('not_found');
      await markResumed(tx, { merchantId, approvalId: id });
      await recordAudit(tx, auditor, {
        action: 'merchant.settlements-resumed',
        subjectKind: 'merchant',
        subjectId: merchantId,
        reason,
      });
      return undefined;
    },
    whenRejected: async (tx, { input: { merchantId }, reason }) => {
      const merchant = await lockMerchant(tx, merchantId);
      if (merchant) await openResume(tx, merchant, `Rejected before: ${reason}`.slice(0, 400));
    },
  };
}

async function openResume(tx: Transaction, merchant: MerchantRecord, reason: string): Promise<void> {
  const { id: merchantId, businessName, merchantCode } = merchant;
  await openRequest(tx, {
    id: newId(),
    kind: 'settlements-resume',
    subjectKind: 'merchant',
    subjectId: merchantId,
    summary: `Pay ${businessName} (${merchantCode}) out again`,
    reason,
    input: { merchantId },
  });
}
