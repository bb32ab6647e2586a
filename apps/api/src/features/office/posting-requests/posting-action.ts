import { posting as postingSchema, uuid, type Posting } from '@zawadi/contract';
import { z } from 'zod';
import { isReferencePosted, post } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvable,
  type Approvable,
  type ApprovalAction,
  type Question,
} from '../../services/approvals/index.ts';
import { recordAudit } from '../../services/audit/index.ts';
import { account } from '../../services/postings/index.ts';
import { notifyOwner } from './notify-owner.ts';
import { planPosting, type PlannedPosting } from './plan-posting.ts';
import { settleAction } from './settle-posting.ts';
import { isAtMpesa } from './template-words.ts';
import { lockPosting, markPosted, type PostingRecord } from './store.ts';

const key = z.object({ postingId: uuid });

/** Actions of this feature that approvals execute. */
export function actions(deps: Pick<Deps, 'keys'>): Approvable[] {
  return [approvable(postingAction(deps), question), approvable(settleAction(deps))];
}

/** Preview and rule for the dialog, where no posting is stored yet. */
const question: Question<{ posting: Posting }> = {
  schema: z.object({ posting: postingSchema }),
  needsTwo: async () => true,
  preview: async (tx, { posting }) => (await planPosting(tx, plannedOf(posting))).preview,
};

/** Id of a posting that is only previewed, and never posted. */
const PREVIEWED = '00000000-0000-0000-0000-000000000000';

/** Returns the fields of a posting that its template does not have as null. */
export function plannedOf(
  posting: Posting,
  { id = PREVIEWED, reference = null }: { id?: string; reference?: string | null } = {},
): PlannedPosting {
  return {
    id,
    template: posting.template,
    amountCents: BigInt(posting.amountCents),
    userId: 'userId' in posting ? posting.userId : null,
    merchantId: 'merchantId' in posting ? posting.merchantId : null,
    creditId: 'creditId' in posting ? posting.creditId : null,
    reference,
  };
}

/** The action that approvals execute: posts what another administrator has requested. */
function postingAction(deps: Pick<Deps, 'keys'>): ApprovalAction<z.infer<typeof key>> {
  return {
    kind: 'posting',
    schema: key,
    needsTwo: async () => true,
    preview: async (tx, { postingId }) =>
      (await planPosting(tx, await requirePosting(tx, postingId))).preview,
    execute: async (tx, { input: { postingId }, auditor }) => {
      const posting = await requirePosting(tx, postingId);
      if (posting.isPosted) return undefined;
      await requireNewReceipt(tx, posting);
      const plan = await planPosting(tx, posting);
      await notifyOwner(tx, deps, posting, plan);
      const [outcome] = await post(tx, [plan.group]);
      if (outcome?.outcome !== 'posted') throw new Error(`the ledger did not post ${postingId}`);
      await markPosted(tx, postingId);
      await recordAudit(tx, auditor, {
        action: 'posting.posted',
        subjectKind: 'posting',
        subjectId: postingId,
        reason: posting.reason,
        after: {
          template: posting.template,
          amountCents: Number(posting.amountCents),
          way: plan.preview.way,
          payee: posting.payee,
          ...(posting.reference !== null && { reference: posting.reference }),
          ...(posting.userId !== null && { userId: posting.userId }),
          ...(posting.merchantId !== null && { merchantId: posting.merchantId }),
          documentId: posting.documentId,
        },
      });
      return undefined;
    },
  };
}

async function requirePosting(tx: Transaction, postingId: string) {
  const posting = await lockPosting(tx, postingId);
  if (!posting) throw new Refusal('not_found');
  return posting;
}

/** Refuses a movement at M-PESA that a statement or another posting has brought into the books already. */
export async function requireNewReceipt(
  tx: Transaction,
  { template, reference }: Pick<PostingRecord, 'template' | 'reference'>,
): Promise<void> {
  if (!isAtMpesa(template)) return;
  if (reference === null) throw new Refusal('receipt_needed');
  const accounts = [account.collection, account.payout];
  if (await isReferencePosted(tx, { reference, accounts })) throw new Refusal('receipt_known');
}
