import { setTimeout as pause } from 'node:timers/promises';
import { parseVoucherCode, type apiRequests, type HandlerAnswer, type HandlerInput } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { DescribedCall } from './describe-call.ts';
import { earliestMomentOf, latestMomentOf } from '../../../platform/nairobi-time.ts';
import {
  findCalls,
  insertCalls,
  recordUses,
  removeOldCalls,
  type KeyUse,
  type LoggedCall,
} from './request-log-store.ts';

const EVERY_MS = 1_000;
const MOST_OF_ONE_MERCHANT = 100;
// A key is not secret. A stranger who has seen it must neither fill the log nor displace the merchant's own calls.
const MOST_WITH_A_WRONG_SECRET = 1;
const MOST_OF_ALL = 2_000;

export type RequestLog = ReturnType<typeof createRequestLog>;

type Caller = {
  merchantId: string;
  keyId: string;
  access: { isLogged: boolean };
  isRightSecret: boolean;
};

const AT_ONCE = 5_000;
/**
 * Calls noted in one second are written in portions during the next. Writing all at once would delay concurrent calls
 * by 30 ms.
 */
const WRITTEN_AT_ONCE = 100;
const PAUSE_MS = 40;

/**
 * Logs calls to the merchant API without delaying them. Keeps each second's calls in memory and writes them during
 * the next. If a second has too many, its last entry has the count of the rest. A crash loses two seconds of the log.
 */
export function createRequestLog(deps: Pick<Deps, 'db' | 'log'>) {
  let noted = new Map<string, LoggedCall[]>();
  let used = new Map<string, KeyUse>();
  let size = 0;
  let writing: Promise<void> = Promise.resolve();
  let isStopping = false;
  const timer = setInterval(() => void flush(), EVERY_MS);
  // Lets an idle process exit despite the timer.
  timer.unref();

  /**
   * Keeps a call in memory until the next write.
   * @param describe builds the log entry; runs only if the call will be listed
   */
  function note(
    { merchantId, keyId, access, isRightSecret }: Caller,
    call: { at: Date; address: string; describe: () => DescribedCall },
  ): void {
    const { at, address } = call;
    if (isRightSecret) used.set(keyId, { merchantId, keyId, at, address });
    if (!access.isLogged) return;
    const list = isRightSecret ? merchantId : `wrong secret of ${keyId}`;
    const calls = noted.get(list) ?? [];
    const last = calls.at(-1);
    const most = isRightSecret ? MOST_OF_ONE_MERCHANT : MOST_WITH_A_WRONG_SECRET;
    if (last && (calls.length >= most || size >= MOST_OF_ALL)) {
      last.omittedAfter += 1;
      return;
    }
    size += 1;
    calls.push({ merchantId, keyId, ...call.describe(), omittedAfter: 0 });
    noted.set(list, calls);
  }

  /** Writes all calls noted so far; resolves even if the write fails. */
  function flush(): Promise<void> {
    if (used.size === 0 && noted.size === 0) return writing;
    const calls = [...noted.values()].flat();
    const uses = [...used.values()];
    noted = new Map();
    used = new Map();
    size = 0;
    writing = writing.then(() => write(calls, uses));
    return writing;
  }

  async function write(calls: LoggedCall[], uses: KeyUse[]): Promise<void> {
    try {
      if (uses.length > 0) await recordUses(deps.db, uses);
      for (let from = 0; from < calls.length; from += WRITTEN_AT_ONCE) {
        if (from > 0 && !isStopping) await pause(PAUSE_MS);
        await insertCalls(deps.db, calls.slice(from, from + WRITTEN_AT_ONCE));
      }
    } catch (error) {
      deps.log.warn({ err: error, calls: calls.length }, 'calls to the merchant API were not logged');
    }
  }

  return {
    note,
    flush,
    stop: (): Promise<void> => {
      clearInterval(timer);
      isStopping = true;
      return flush();
    },
  };
}

/**
 * Lists one page of a merchant's calls.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listCalls(
  db: Db,
  { merchantId, query }: { merchantId: string; query: HandlerInput<typeof apiRequests>['query'] },
): Promise<HandlerAnswer<typeof apiRequests>> {
  const { limit, cursor, search, from, to, ...chosen } = query;
  const code = search === undefined ? undefined : parseVoucherCode(search);
  const filters = {
    ...chosen,
    // The log contains only the last four symbols of a code.
    search: code === undefined ? search : `****${code.slice(-4)}`,
    notBefore: from === undefined ? undefined : earliestMomentOf(from),
    notAfter: to === undefined ? undefined : latestMomentOf(to),
  };
  const found = await findCalls(db, { merchantId, filters, after: parseCursor(cursor), limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { requests: shown.map(({ request }) => request), nextCursor };
}

/**
 * Deletes entries of the merchant API's log after 30 days, in small transactions.
 * @returns the number of deleted calls
 */
export async function deleteOldCalls({ db }: Pick<Deps, 'db'>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await removeOldCalls(db, AT_ONCE);
    removed += count;
    if (count < AT_ONCE) return removed;
  }
}
