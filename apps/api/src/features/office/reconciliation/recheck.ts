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
 * Returns a job that compares recent items again: M-PESA's payments of the last three days and items about which M-PESA
 * was queried, and lines of the bank. Each run compares up to 5,000 items of each kind, and the next run continues after
 * them. So a run locks few items, and neither kind waits for the other.
 */
export function createRecentRecheck({ db }: { db: Db }): () => Promise<void> {
  const last: Partial<Record<'mpesa' | 'bank', string | undefined>> = {};
  return async () => {
    for (const recentOf of ['mpesa', 'bank'] as const) {
      const items = await inTransaction(db, async (tx) => {
        const locked = await lockOpen(tx, { recentOf, after: last[recentOf] }, AT_ONCE);
        await recheck(tx, locked);
        return locked;
      });
      last[recentOf] = items.length < AT_ONCE ? undefined : items.at(-1)?.id;
    }
  };
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
