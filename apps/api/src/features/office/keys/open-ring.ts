import { BadConfiguration } from '../../../config/environment.ts';
import type { Deps } from '../../../config/deps.ts';
import { keyThatOpens, type Keys } from '../../../platform/crypto/keys.ts';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { dropKeys, listKeys, registerKeys, type KnownKey } from './app-keys-store.ts';
import { adoptReplacements, THIS_PROCESS } from './report-sealing.ts';
import { countUses, readWithoutKeyId, type KeyUse } from './sealed-columns-store.ts';

type RingDeps = Pick<Deps, 'db' | 'keys' | 'config' | 'log'>;

/**
 * Checks the keys of a starting process: they must open all stored values. Scans all sealed values only if a formerly
 * used key is missing. Repeats this scan at every start for 30 days after that key was dropped, because a forgotten
 * process may have sealed with the key since.
 * @throws BadConfiguration if a missing key still seals values; then no keys are recorded
 */
export async function openRing(deps: RingDeps): Promise<void> {
  const { db, keys, config } = deps;
  const known = await listKeys(db);
  const successors =
    known.length === 0 ? await patiently(config.database.url, (one) => findSuccessors(one, keys)) : [];
  const missing = known.filter(({ id, isWatched }) => isWatched && keys.every((key) => key.id !== id));
  if (missing.length > 0) await dropUnused(deps, missing);
  await registerKeys(db, { ids: keys.map(({ id }) => id), successors, by: THIS_PROCESS });
  adoptReplacements(keys, await listKeys(db));
}

/**
 * Finds the keys that will follow the first key, which is in use. While no process has recorded its keys, values
 * without a key id show which key was in use.
 * @returns the ids of the keys that will follow the first
 */
async function findSuccessors(db: Db, keys: Keys): Promise<string[]> {
  const samples = (await readWithoutKeyId(db)).map(({ what, sealed }) => ({
    what,
    keyId: keyThatOpens(keys, sealed)?.id,
  }));
  const lost = samples.filter(({ keyId }) => keyId === undefined).map(({ what }) => what);
  if (lost.length > 0) {
    throw new BadConfiguration([
      `No key of this start opens what was sealed before it (${lost.join(', ')}): put the secret that was used until now behind the others in APP_SECRETS, and see docs/operations/secrets.md.`,
    ]);
  }
  const used = new Set(samples.map(({ keyId }) => keyId));
  const [first, ...others] = keys.map(({ id }) => id);
  return used.has(first) ? others.filter((id) => !used.has(id)) : [];
}

async function dropUnused({ db, config, log }: RingDeps, missing: readonly KnownKey[]): Promise<void> {
  const uses = await countUsesWithLongTimeout(config.database.url);
  const idsWhere = (isNeeded: boolean) =>
    missing.map(({ id }) => id).filter((id) => usesUnder(uses, id).length > 0 === isNeeded);
  const needed = idsWhere(true);
  await dropKeys(db, { unused: idsWhere(false), needed });
  if (needed.length > 0) throw new BadConfiguration(needed.map((id) => sentenceFor(id, usesUnder(uses, id))));
  for (const { id, sealing } of missing) {
    if (sealing)
      log.warn(
        { key: id, ...sealing },
        "another process still seals with a key missing from this process's APP_SECRETS",
      );
  }
}

const SCAN_WITHIN_MS = 600_000;

/**
 * Runs `countUses` on a connection with a long timeout.
 * @param url URL of the database to scan
 */
export function countUsesWithLongTimeout(url: string | undefined): Promise<KeyUse[]> {
  return patiently(url, countUses);
}

async function patiently<T>(url: string | undefined, work: (db: Db) => Promise<T>): Promise<T> {
  if (url === undefined) throw new Error('the URL of the database is missing');
  const db = openDatabase(url, { connections: 1, name: 'keys', answerWithinMs: SCAN_WITHIN_MS });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Returns the values that would be lost without a key. A value without a key id may belong to any key. */
export function usesUnder(uses: readonly KeyUse[], id: string): KeyUse[] {
  return uses.filter(({ keyId }) => keyId === id || keyId === null);
}

function sentenceFor(id: string, left: readonly KeyUse[]): string {
  const things = left.map(({ what, uses }) => `${what} (${uses})`).join(', ');
  return `The key ${id} is missing, and still needed for ${things}: put its secret back behind the others in APP_SECRETS, and see docs/operations/secrets.md.`;
}
