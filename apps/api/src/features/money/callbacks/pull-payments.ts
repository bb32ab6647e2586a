import { HOUR_MS } from '../../../platform/durations.ts';
import { collectFailures } from '../../../platform/jobs/process-due-rows.ts';
import { findName } from '../../services/unique-names/index.ts';
import { canPull } from '../../mpesa/client/index.ts';
import type { OrderDeps } from '../../mpesa/orders/index.ts';
import { applyStored } from './apply-message.ts';
import { NO_TARGET } from './pay-bill-addresses.ts';
import { findLiveSince, storeMessage } from './store.ts';

/** M-PESA lists payments of the last 48 hours (v1/PullTransactions). */
const LISTED_MS = 48 * HOUR_MS;
/** M-PESA's list shows times in whole seconds. */
const ONE_SECOND_MS = 1_000;

/**
 * Reads M-PESA's list of payments received in the last two days. An unknown receipt means that its confirmation was
 * lost, so the entry is stored and applied like a confirmation. Skips payments from before our pay-bill address was
 * registered; the reconciliation handles them. Does nothing if the product is not available.
 * @param paidAt restricts the list to payments in this second
 */
export async function pullPayments(deps: OrderDeps, paidAt?: Date): Promise<void> {
  if (!canPull(deps)) return;
  const liveSince = await findLiveSince(deps.db);
  if (!liveSince) return;
  const to = new Date((paidAt ?? deps.clock.now()).getTime() + ONE_SECOND_MS);
  const first = paidAt ? paidAt.getTime() - ONE_SECOND_MS : to.getTime() - LISTED_MS;
  const from = new Date(Math.max(liveSince.getTime(), first));
  const failures = collectFailures(deps.log, 'a payment in M-PESA’s list cannot be applied');
  for (let offset = 0; ;) {
    const page = await deps.mpesa.pullTransactions.query({ from, to, offset });
    if (page.outcome !== 'accepted') {
      deps.log.info({ answer: page }, 'M-PESA refuses to list received payments');
      break;
    }
    if (page.transactions.length === 0) break;
    for (const { receipt, billReference, amountShillings, completedAt, msisdn: payer } of page.transactions) {
      const isOlder = completedAt !== undefined && completedAt < liveSince;
      if (amountShillings === undefined || isOlder || (await findName(deps.db, 'receipt', receipt))) continue;
      const payment = { receipt, billReference, amountShillings, payer };
      await failures.apart({ receipt }, () => confirm(deps, payment));
    }
    offset += page.transactions.length;
  }
  failures.rethrow();
}

async function confirm(
  deps: OrderDeps,
  payment: { receipt: string; billReference: string; amountShillings: number; payer: string },
): Promise<void> {
  const address = { purpose: 'c2b_pulled', homeId: NO_TARGET, targetId: NO_TARGET } as const;
  const id = await storeMessage(deps.db, address, payment);
  deps.log.warn(
    { receipt: payment.receipt },
    'a payment was found in M-PESA’s list that no callback had told of',
  );
  await applyStored(deps, id);
}
