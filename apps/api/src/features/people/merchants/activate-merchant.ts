import { administratorRoles, uuid, type ActionOutcome } from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  executeOrRequestApproval,
  findRelated,
  type ApprovalAction,
} from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { applyChanges, forgetMerchant } from './apply-changes.ts';
import { forgetMachineCredentials } from './machine-authenticator.ts';
import { lockMerchant, markActive, type MerchantRecord } from './store.ts';
import { readAdmission } from './timeline-store.ts';

const input = z.object({ merchantId: uuid });

/**
 * Allows a merchant to redeem and be paid. The first activation needs a second administrator if the caller
 * added the merchant.
 */
export function activateAction(deps: Pick<Deps, 'db' | 'keys'>): ApprovalAction<z.infer<typeof input>> {
  return {
    kind: 'merchant-activate',
    schema: input,
    roles: administratorRoles.administrator,
    needsTwo: (tx, { merchantId }, administratorId) => isOfMaker(tx, merchantId, administratorId),
    execute: async (tx, { input: { merchantId }, reason, auditor }) => {
      await applyChanges(tx, deps, { merchantId, wanted: { status: 'ACTIVE' }, reason, auditor });
      return async () => forgetMerchant(deps);
    },
  };
}

/**
 * Activates a merchant at once, or requests approval. Approval is needed if the merchant was added by the
 * caller, or by an administrator whom the caller admitted or was admitted by.
 * @throws Refusal `approval_open`
 */
export async function askForActivation(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  asked: { merchant: MerchantRecord; reason: string; auditor: Auditor },
): Promise<ActionOutcome> {
  const { merchant, reason, auditor } = asked;
  const { id: merchantId, businessName, merchantCode } = merchant;
  return executeOrRequestApproval(deps, activateAction(deps), {
    subjectKind: 'merchant',
    subjectId: merchantId,
    summary: `Let ${businessName} (${merchantCode}) redeem vouchers and be paid`,
    amountCents: 0n,
    reason,
    input: { merchantId },
    auditor,
  });
}

async function isOfMaker(tx: Transaction, merchantId: string, administratorId: string): Promise<boolean> {
  if (!(await lockMerchant(tx, merchantId))) throw new Refusal('not_found');
  const { addedBy, wasActive } = await readAdmission(tx, merchantId);
  if (addedBy === null || wasActive) return false;
  return addedBy === administratorId || (await findRelated(tx, administratorId)).has(addedBy);
}

/**
 * Activates a merchant that the product itself has added, such as the demo's.
 * @throws Refusal `not_found` if the merchant does not wait for activation
 */
export async function activateMerchant(deps: Pick<Deps, 'db'>, merchantId: string): Promise<void> {
  if (!(await markActive(deps.db, merchantId))) throw new Refusal('not_found');
  forgetMachineCredentials(deps.db);
}
