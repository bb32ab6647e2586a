import { readStopRefusal } from '../../services/stops/index.ts';
import { listDueMerchants, readCutOffs } from './due-store.ts';
import { markRun } from './entries-store.ts';
import { makeBatches, type BatchDeps } from './make-batches.ts';

const AT_ONCE = 100;

/**
 * Makes the batches of every due merchant, from earnings up to the last midnight. A closed merchant earns nothing more, so
 * its last batch has everything. Makes none during a stop of settling.
 */
export async function makeDueBatches(deps: BatchDeps): Promise<void> {
  while (!(await readStopRefusal(deps.db, 'settling'))) {
    const due = await listDueMerchants(deps.db, AT_ONCE);
    const { midnight, now } = await readCutOffs(deps.db);
    let failed = 0;
    for (const { id: merchantId, isClosed } of due) {
      try {
        await makeBatches(deps, { merchantId, cutOffAt: isClosed ? now : midnight });
        await markRun(deps.db, merchantId);
      } catch (error) {
        failed += 1;
        deps.log.error({ err: error, merchantId }, 'failed to make the batches of a merchant');
      }
    }
    // The next run retries failed merchants. Without this check, this loop would not end.
    if (due.length < AT_ONCE || failed > 0) return;
  }
}
