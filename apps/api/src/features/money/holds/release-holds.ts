import type { Deps } from '../../../config/deps.ts';
import { crashPoint } from '../../../platform/crash-points.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { collectFailures } from '../../../platform/jobs/process-due-rows.ts';
import { endHolds } from './end-holds.ts';
import { listHoldsToEnd, listOpenHoldIds, type EndedBy } from './store.ts';

const AT_ONCE = 100;

/** Releases all holds of a voucher, so that its whole value can be taken. Call it before locking the voucher. */
export async function releaseHoldsOf(
  tx: Transaction,
  deps: { keys: Keys },
  { voucherId, by }: { voucherId: string; by: EndedBy },
): Promise<void> {
  const holdIds = await listOpenHoldIds(tx, voucherId);
  // Ignores refusals: they mean that another transaction has already ended the hold.
  await endHolds(
    tx,
    deps,
    holdIds.map((holdId) => ({ holdId, takes: 'nothing', by })),
  );
}

/**
 * Releases expired holds and holds of closed merchants, each in its own transaction, and exactly once however many
 * workers run.
 * @returns the number of released holds
 */
export async function expireHolds(deps: Pick<Deps, 'db' | 'keys' | 'log'>): Promise<number> {
  const failures = collectFailures(deps.log, 'a hold cannot be released');
  const except: string[] = [];
  let released = 0;
  for (;;) {
    const due = await listHoldsToEnd(deps.db, { limit: AT_ONCE, except });
    for (const { holdId, isPastEnd } of due) {
      const by: EndedBy = { kind: 'system', ...(!isPastEnd && { reason: 'The shop was closed' }) };
      const isDone = await failures.apart({ holdId }, async () => {
        const [outcome] = await inTransaction(deps.db, (tx) =>
          endHolds(tx, deps, [{ holdId, takes: 'nothing', by }]),
        );
        if (outcome && 'ended' in outcome) released += 1;
      });
      if (!isDone) except.push(holdId);
      crashPoint('hold-released', 'system');
    }
    if (due.length < AT_ONCE) break;
  }
  failures.rethrow();
  return released;
}
