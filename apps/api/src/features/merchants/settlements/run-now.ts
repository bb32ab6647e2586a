import type { AdminSettlement } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { findMerchantByCode, readPayoutChannel } from '../../people/merchants/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { readAgain } from './admin-view.ts';
import { listSettledMerchants, readCutOffs } from './due-store.ts';
import { makeBatches } from './make-batches.ts';
import { payDueBatches } from './pay-due-batches.ts';
import type { SettlementKey } from './store.ts';

const AT_ONCE = 100;
/** Maximum number of batches in an answer. The list of settlements has all of them. */
const ANSWERED = 100;

/**
 * Makes batches regardless of the schedule, and starts to pay those that need no approval.
 * @param input.upTo `now` also includes today's earnings
 * @throws Refusal sandbox_only. For a run of one merchant, also the reason not to settle it: not_found,
 *   merchant_suspended, merchant_unsettled, settlements_held, payout_channel_missing
 */
export async function runNow(
  deps: OrderDeps,
  input: { merchantCode?: string; upTo: 'midnight' | 'now'; auditor: Auditor },
): Promise<{ settlements: AdminSettlement[] }> {
  const { merchantCode, upTo, auditor } = input;
  if (upTo === 'now' && deps.config.provider !== 'sandbox') throw new Refusal('sandbox_only');
  await requireNotStopped(deps.db, 'settling');
  if (merchantCode !== undefined) await requireSettleable(deps.db, merchantCode);
  const cutOffAt = (await readCutOffs(deps.db))[upTo];
  let merchants = await listSettledMerchants(deps.db, { limit: AT_ONCE, merchantCode });
  // Write the audit entry first: each batch has its own transaction, and none may lack an audit entry.
  await inTransaction(deps.db, (tx) =>
    recordAudit(tx, auditor, {
      action: 'settlements.run',
      subjectKind: 'settlements',
      subjectId: merchantCode ?? 'all',
      after: { upTo, cutOffAt: cutOffAt.toISOString() },
    }),
  );
  const made: SettlementKey[] = [];
  for (;;) {
    for (const merchantId of merchants) made.push(...(await makeBatches(deps, { merchantId, cutOffAt })));
    if (merchants.length < AT_ONCE) break;
    merchants = await listSettledMerchants(deps.db, {
      after: merchants.at(-1),
      limit: AT_ONCE,
      merchantCode,
    });
  }
  for (const merchantId of new Set(made.map((one) => one.merchantId)))
    await payDueBatches(deps, { merchantId });
  const shown = made.slice(0, ANSWERED);
  return {
    settlements: await Promise.all(shown.map((key) => readAgain(deps.db, key, auditor.administratorId))),
  };
}

async function requireSettleable(db: Db, merchantCode: string): Promise<void> {
  const merchant = await findMerchantByCode(db, merchantCode);
  if (!merchant) throw new Refusal('not_found');
  if (merchant.status === 'SUSPENDED') throw new Refusal('merchant_suspended');
  if (merchant.status === 'PENDING') throw new Refusal('merchant_unsettled');
  if (merchant.areSettlementsHeld) throw new Refusal('settlements_held');
  if (!(await readPayoutChannel(db, merchant.id))) throw new Refusal('payout_channel_missing');
}
