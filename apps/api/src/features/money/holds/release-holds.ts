import type { Deps } from '../../../config/deps.ts';
import { crashPoint } from '../../../platform/crash-points.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { collectFailures } from '../../../platform/jobs/work-off.ts';
import { endHolds } from './end-holds.ts';
import { listHoldsToEnd, listOpenHoldIds, type EndedBy } from './store.ts';

const AT_ONCE = 100;

/** Releases all holds of a voucher whose whole value is about to be taken. Called before the caller locks the voucher. */
export async function releaseHoldsOf(
  tx: Transaction,
  deps: { keys: Keys },
  { voucherId, by }: { voucherId: string; by: EndedBy },
): Promise<void> {
  const holdIds = await listOpenHoldIds(tx, voucherId);
  // A refusal means that another transaction has ended the hold: nothing is left to release.
  await endHolds(
    tx,
    deps,
    holdIds.map((holdId) => ({ holdId, takes: 'nothing', by })),
  );
}

/**
 * Releases holds whose time is over, and those of closed merchants: each in a transaction of its own, exactly once
 * however many workers do so.
 * @returns how many were released
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
