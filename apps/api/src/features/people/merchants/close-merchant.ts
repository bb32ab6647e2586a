import { administratorRoles, uuid, type ActionOutcome } from '@zawadi/contract';
import { z } from 'zod';
import { lockBalances } from '../../../ledger/index.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { executeOrRequestApproval, type ApprovalAction } from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { account } from '../../services/postings/index.ts';
import { applyChanges, forgetMerchant } from './apply-changes.ts';
import { readPayoutChannel } from './payout-channel-store.ts';
import { readOwedCents, readOwnVouchersCents } from './owed-store.ts';
import { lockMerchant } from './store.ts';

type ClosingDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

const input = z.object({ merchantId: uuid });

/**
 * Closes a merchant. The approval also decides its last settlement, which the next run of the settlements makes.
 * Holders of the merchant's own vouchers can claim them for 90 days; then the rest returns to the merchant.
 */
export function closeAction(deps: ClosingDeps): ApprovalAction<z.infer<typeof input>> {
  return {
    kind: 'merchant-close',
    schema: input,
    roles: administratorRoles.administrator,
    preview: async (tx, { merchantId }) => {
      if (!(await lockMerchant(tx, merchantId))) throw new Refusal('not_found');
      await lockBalances(tx, [{ homeId: merchantId, account: account.merchant(merchantId) }]);
      const amountCents = await readOwedCents(tx, merchantId);
      const inVouchersCents = await readOwnVouchersCents(tx, merchantId);
      const isPaid = (await readPayoutChannel(tx, merchantId)) !== undefined;
      return {
        amountCents,
        way: isPaid ? 'paid out with the last settlement' : 'kept until the merchant has a pay-out channel',
        balances: [
          { of: 'Owed to the merchant', beforeCents: amountCents, afterCents: isPaid ? 0n : amountCents },
          {
            of: 'On vouchers that it made, for their holders’ wallets',
            beforeCents: inVouchersCents,
            afterCents: inVouchersCents,
          },
        ],
      };
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
    summary: `Close ${businessName} (${merchantCode}) and pay out what it is owed`,
    amountCents: owedCents,
    reason,
    input: { merchantId },
    auditor,
  });
}
