import type { ReconciliationRun } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { stateOf } from './compare.ts';
import { findOurs } from './find-ours.ts';
import { lockOpen, recordShownTransfers, updateOurs, type LockedItem } from './item-store.ts';
import type { OurTransfer } from './ours-store.ts';
import { readRun } from './read-run.ts';

const AT_ONCE = 5_000;

/**
 * Compares the open items of a run with the current ledger again.
 * @throws Refusal not_found
 */
export async function recheckRun(
  deps: { db: Db },
  { runId, auditor }: { runId: string; auditor: Auditor },
): Promise<ReconciliationRun> {
  return inTransaction(deps.db, async (tx) => {
    const before = await readRun(tx, runId);
    await recheck(tx, await lockOpen(tx, { runId }, AT_ONCE));
    const run = await readRun(tx, runId);
    await recordAudit(tx, auditor, {
      action: 'reconciliation.rechecked',
      subjectKind: 'reconciliation-run',
      subjectId: runId,
      before: { openItems: before.openItems },
      after: { openItems: run.openItems },
    });
    return run;
  });
}

/**
 * Compares recent items again: M-PESA's payments of the last three days, items about which M-PESA was queried, and then
 * lines of the bank. Payments come first, and neither kind waits for the other.
 */
export async function recheckRecent(deps: { db: Db }): Promise<void> {
  await recheckRecentOf(deps.db, 'mpesa');
  await recheckRecentOf(deps.db, 'bank');
}

async function recheckRecentOf(db: Db, recentOf: 'mpesa' | 'bank'): Promise<void> {
  for (let after: string | undefined; ;) {
    const items = await inTransaction(db, async (tx) => {
      const locked = await lockOpen(tx, { recentOf, after }, AT_ONCE);
      await recheck(tx, locked);
      return locked;
    });
    if (items.length < AT_ONCE) return;
    after = items.at(-1)?.id;
  }
}

/** Compares all items of a receipt again, because several statements may show the receipt. */
export async function recheckReceipt(tx: Transaction, receipt: string): Promise<void> {
  if (receipt !== '') await recheck(tx, await lockOpen(tx, { receipt }, AT_ONCE));
}

async function recheck(tx: Transaction, items: readonly LockedItem[]): Promise<void> {
  for (const [account, some] of Map.groupBy(items, (item) => item.account)) {
    const ours = await findOurs(tx, account, some);
    for (const item of some) {
      const { oursCents, state, transfers } = compareItem(item, ours);
      if (state === item.state && oursCents === item.oursCents) continue;
      await updateOurs(tx, { id: item.id, state, oursCents });
      const shown = transfers.map(({ transferId, homeId }) => ({ transferId, homeId, itemId: item.id }));
      await recordShownTransfers(tx, account, { shown, isThere: true });
    }
  }
}

/** Compares an item with the ledger's current entries for its receipt. */
export function compareItem(
  { receipt, kind, theirsCents }: Pick<LockedItem, 'receipt' | 'kind' | 'theirsCents'>,
  ours: ReadonlyMap<string, readonly OurTransfer[]>,
) {
  const transfers = (ours.get(receipt) ?? []).filter((transfer) => transfer.kind === kind);
  const oursCents = transfers.reduce((total, { changeCents }) => total + changeCents, 0n);
  return { transfers, oursCents, state: stateOf(theirsCents, oursCents, transfers) };
}
