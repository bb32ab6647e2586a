import type { apiRequests, HandlerAnswer, HandlerInput } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { DescribedCall } from './describe-call.ts';
import { insertCalls, recordUses, type LoggedCall, findCalls, removeOldCalls } from './request-log-store.ts';

const EVERY_MS = 1_000;
const MOST_OF_ONE_MERCHANT = 100;
const MOST_OF_ALL = 2_000;

export type RequestLog = ReturnType<typeof createRequestLog>;

const AT_ONCE = 5_000;

/**
 * Logs calls to the merchant API outside of the calls themselves: they are kept in memory for a second and written
 * together. What is too much for a second is counted on the last call that is listed. A crash loses a second of it.
 */
export function createRequestLog(deps: Pick<Deps, 'db' | 'log'>) {
  let noted = new Map<string, LoggedCall[]>();
  let used = new Map<string, Date>();
  let size = 0;
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => void flush(), EVERY_MS);
  // A process that has nothing else to do may end.
  timer.unref();

  function note(
    { merchantId, access }: { merchantId: string; access: { isLogged: boolean } },
    call: DescribedCall,
  ): void {
    used.set(merchantId, call.at);
    if (!access.isLogged) return;
    const calls = noted.get(merchantId) ?? [];
    const last = calls.at(-1);
    if (last && (calls.length >= MOST_OF_ONE_MERCHANT || size >= MOST_OF_ALL)) {
      last.omittedAfter += 1;
      return;
    }
    size += 1;
    calls.push({ merchantId, ...call, omittedAfter: 0 });
    noted.set(merchantId, calls);
  }

  /** Resolves when everything noted so far is written, or could not be. */
  function flush(): Promise<void> {
    if (used.size === 0) return writing;
    const calls = [...noted.values()].flat();
    const uses = used;
    noted = new Map();
    used = new Map();
    size = 0;
    writing = writing.then(() => write(calls, uses));
    return writing;
  }

  async function write(calls: LoggedCall[], uses: Map<string, Date>): Promise<void> {
    try {
      await recordUses(deps.db, uses);
      if (calls.length > 0) await insertCalls(deps.db, calls);
    } catch (error) {
      deps.log.warn({ err: error, calls: calls.length }, 'calls to the merchant API were not logged');
    }
  }

  return {
    note,
    flush,
    stop: (): Promise<void> => {
      clearInterval(timer);
      return flush();
    },
  };
}

/** @throws Refusal validation_failed for an invalid cursor */
export async function listCalls(
  db: Db,
  { merchantId, query }: { merchantId: string; query: HandlerInput<typeof apiRequests>['query'] },
): Promise<HandlerAnswer<typeof apiRequests>> {
  const { limit, cursor, ...filters } = query;
  const found = await findCalls(db, { merchantId, filters, after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { requests: shown.map(({ request }) => request), nextCursor };
}

/**
 * Removes what the log of the merchant API has kept for 30 days, in small transactions.
 * @returns how many calls were removed
 */
export async function forgetOldCalls({ db }: Pick<Deps, 'db'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await removeOldCalls(db, AT_ONCE);
    removed += count;
    if (count < AT_ONCE) return removed;
  }
}
