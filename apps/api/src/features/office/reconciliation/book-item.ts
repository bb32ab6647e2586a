import {
  type bookReconciliationCharges,
  type bookReconciliationItem,
  type Correction,
  type HandlerAnswer,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { executeOrRequestApproval } from '../../services/approvals/index.ts';
import type { Auditor } from '../../services/audit/index.ts';
import { correctionAction, keepSuspenseForReviews } from './correction-action.ts';
import { readCharges } from './expected-charges.ts';
import { formatCents, sizeOf } from '../../../platform/format-cents.ts';
import { lockItem } from './item-store.ts';
import { readItem } from './list-items.ts';
import { postingFor } from './posting-for.ts';
import { readRun } from './read-run.ts';

const INTO: Record<Correction, string> = {
  charge: 'to the charges of M-PESA',
  suspense: 'to suspense',
  capital: 'to the operator’s capital',
  moved: 'as moved between our M-PESA accounts',
  loss: 'as a loss',
};

/**
 * Corrects the ledger by the difference of one item, at once or after a second administrator's approval. A correction
 * as a loss always needs approval, because it could hide a theft.
 * @throws Refusal not_found, reconciliation_closed, correction_unsuitable, suspense_too_low, approval_open
 */
export async function bookItem(
  deps: Pick<Deps, 'db' | 'config'>,
  { itemId, correction, reason, auditor }: BookItem,
): Promise<HandlerAnswer<typeof bookReconciliationItem>> {
  const item = await inTransaction(deps.db, async (tx) => {
    const locked = await lockItem(tx, itemId);
    if (!locked) throw new Refusal('not_found');
    if (!locked.isOpen) throw new Refusal('reconciliation_closed');
    const change = { item: locked, changeCents: locked.theirsCents - locked.oursCents };
    postingFor(correction, { ...change, actionId: itemId, owner: undefined });
    if (correction === 'suspense') await keepSuspenseForReviews(tx, -change.changeCents);
    return locked;
  });
  const changeCents = item.theirsCents - item.oursCents;
  const action = await executeOrRequestApproval(deps, correctionAction, {
    subjectKind: 'reconciliation-item',
    subjectId: itemId,
    summary: `Book ${formatCents(changeCents)} of receipt ${item.receipt || 'unknown'} on ${item.account} ${INTO[correction]}`,
    amountCents: sizeOf(changeCents),
    reason,
    input: { itemIds: [itemId], correction },
    auditor,
  });
  return { action, item: await readItem(deps.db, itemId) };
}

type BookCharges = { runId: string; isExpectedOnly: boolean; reason: string; auditor: Auditor };
type BookItem = { itemId: string; correction: Correction; reason: string; auditor: Auditor };

/**
 * Posts the open charges of one run, at most a thousand at once: all, or those that M-PESA's tariff explains.
 * @throws Refusal not_found, reconciliation_closed when no charge is open, approval_open
 */
export async function bookCharges(
  deps: Pick<Deps, 'db' | 'config'>,
  { runId, isExpectedOnly, reason, auditor }: BookCharges,
): Promise<HandlerAnswer<typeof bookReconciliationCharges>> {
  const { account } = await readRun(deps.db, runId);
  const charges = await readCharges(deps.db, { runId, account, isExpectedOnly });
  if (charges.length === 0) throw new Refusal('reconciliation_closed');
  const changeCents = charges.reduce((total, item) => total + item.theirsCents - item.oursCents, 0n);
  const action = await executeOrRequestApproval(deps, correctionAction, {
    subjectKind: 'reconciliation-run',
    subjectId: runId,
    summary: `Book ${charges.length} charges of M-PESA on ${account}, ${formatCents(changeCents)} together`,
    amountCents: sizeOf(changeCents),
    reason,
    input: { itemIds: charges.map(({ id }) => id), correction: 'charge' as const },
    auditor,
  });
  return { action, charges: charges.length, run: await readRun(deps.db, runId) };
}
