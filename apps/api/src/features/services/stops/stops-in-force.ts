import type { StopInForce, StopName } from '@zawadi/contract';
import { cachePerDatabase } from '../../../platform/db/cache-per-database.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readInForce, type StopRow } from './store.ts';

const RETRY_SECONDS = 300;

const cacheOf = cachePerDatabase<StopInForce[]>({
  load: async (db) => (await readInForce(db)).map(describeInForce),
  maximumAgeMs: 1_000,
  maximumEntries: 1,
});

/** Reads the stops in force, oldest first; at most a second stale. */
export function readStops(db: Db): Promise<StopInForce[]> {
  return cacheOf(db).read('all');
}

/**
 * Reads why something new may not begin now. Call it before a transaction, because it may need another connection.
 * @returns undefined unless it is stopped
 */
export async function readStopRefusal(db: Db, name: StopName): Promise<Refusal | undefined> {
  const stop = (await readStops(db)).find((one) => one.name === name);
  if (!stop) return undefined;
  const { sentence } = stop;
  return new Refusal(`${name}_stopped`, { retryAfterSeconds: RETRY_SECONDS, sentence }, sentence.en);
}

/**
 * Refuses something new during a stop. Callbacks, queries, pay-outs, captures, releases,
 * reversals and refunds do not call this function.
 * @throws Refusal `buying_stopped`, `claiming_stopped`, `redeeming_stopped`, `withdrawing_stopped`, `settling_stopped`
 */
export async function requireNotStopped(db: Db, name: StopName): Promise<void> {
  const refusal = await readStopRefusal(db, name);
  if (refusal) throw refusal;
}

export function describeInForce({ name, startedAt, sentenceEn, sentenceSw }: StopRow): StopInForce {
  return { name, since: startedAt.toISOString(), sentence: { en: sentenceEn, sw: sentenceSw } };
}

/** Clears the cache. Call it after a change has committed; other processes read the change within a second. */
export function forgetStops(db: Db): void {
  cacheOf(db).forgetAll();
}
