import { administratorRoles, uuid, type ActionOutcome } from '@zawadi/contract';
import { z } from 'zod';
import { lockBalances, readBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { executeOrRequestApproval, type ApprovalAction } from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { account } from '../../services/postings/index.ts';
import { applyChanges, forgetMerchant } from './apply-changes.ts';
import { lockMerchant, readInBatches } from './store.ts';

type ClosingDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

const input = z.object({ merchantId: uuid });

/** Closes a merchant permanently; its balance stays on the books. */
export function closeAction(deps: ClosingDeps): ApprovalAction<z.infer<typeof input>> {
  return {
    kind: 'merchant-close',
    schema: input,
    roles: administratorRoles.administrator,
    preview: async (tx, { merchantId }) => {
      if (!(await lockMerchant(tx, merchantId))) throw new Refusal('not_found');
      await lockBalances(tx, [{ homeId: merchantId, account: account.merchant(merchantId) }]);
      const amountCents = await readOwedCents(tx, merchantId);
      const owed = { of: 'Owed to the merchant', beforeCents: amountCents, afterCents: amountCents };
      return { amountCents, way: 'owed to the merchant that is closed', balances: [owed] };
    },
    execute: async (tx, { input: { merchantId }, reason, auditor }) => {
      await applyChanges(tx, deps, { merchantId, wanted: { status: 'INACTIVE' }, reason, auditor });
      return async () => forgetMerchant(deps);
    },
  };
}

/**
 * Closes a merchant at once, or requests approval if the merchant is owed an amount that needs two administrators.
 * @throws Refusal `not_found`, `approval_open`, `approval_outdated`
 */
export async function closeMerchant(
  deps: ClosingDeps,
  request: { merchantId: string; reason: string; auditor: Auditor },
): Promise<ActionOutcome> {
  const { merchantId, reason, auditor } = request;
  const { merchant, owedCents } = await inTransaction(deps.db, async (tx) => ({
    merchant: await lockMerchant(tx, merchantId),
    owedCents: await readOwedCents(tx, merchantId),
  }));
  if (!merchant) throw new Refusal('not_found');
  if (merchant.status === 'INACTIVE') return { outcome: 'done' };
  const { businessName, merchantCode } = merchant;
  return executeOrRequestApproval(deps, closeAction(deps), {
    subjectKind: 'merchant',
    subjectId: merchantId,
    summary: `Close ${businessName} (${merchantCode}), which is not paid out any more then`,
    amountCents: owedCents,
    reason,
    input: { merchantId },
    auditor,
  });
}

/** Reads the merchant's balance plus its unpaid settlement batches, in cents. */
async function readOwedCents(db: Db, merchantId: string): Promise<bigint> {
  const balanceCents = await readBalance(db, { account: account.merchant(merchantId), homeId: merchantId });
  const inBatches = (await readInBatches(db, [merchantId])).get(merchantId);
  return balanceCents + (inBatches?.inBatchesCents ?? 0n);
}
