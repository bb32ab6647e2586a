import { BadConfiguration } from '../../../config/environment.ts';
import type { Deps } from '../../../config/deps.ts';
import { keyThatOpens, type Keys } from '../../../platform/crypto/keys.ts';
import { openDatabase, type Db } from '../../../platform/db/database.ts';
import { dropKeys, listKeys, registerKeys, type KnownKey } from './app-keys-store.ts';
import { adoptReplacements, THIS_PROCESS } from './keep-noting-sealing.ts';
import { countUses, readUnmarked, type KeyUse } from './sealed-columns-store.ts';

type RingDeps = Pick<Deps, 'db' | 'keys' | 'config' | 'log'>;

/**
 * Lets a process start with its keys: what is stored can be read with them. Only a start without a key that was used before
 * has to look through everything that is sealed, and does so at every start in the 30 days after the key was dropped: a
 * process that had been forgotten may have sealed with it since.
 * @throws BadConfiguration when something is still under a key that is missing; the keys are not written down then
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
 * Before any process has written down its keys, values of before key ids tell which of them was in use.
 * @returns the keys that are to follow the first one, which is in use
 */
async function findSuccessors(db: Db, keys: Keys): Promise<string[]> {
  const samples = (await readUnmarked(db)).map(({ what, sealed }) => ({
    what,
    keyId: keyThatOpens(keys, sealed)?.id,
  }));
  const lost = samples.filter(({ keyId }) => keyId === undefined).map(({ what }) => what);
  if (lost.length > 0) {
    throw new BadConfiguration([
      `No key of this start opens what was sealed before it (${lost.join(', ')}): put the secret that was used until now behind the others in APP_SECRETS, and see docs/operations.md, Changing the secret.`,
    ]);
  }
  const used = new Set(samples.map(({ keyId }) => keyId));
  const [first, ...others] = keys.map(({ id }) => id);
  return used.has(first) ? others.filter((id) => !used.has(id)) : [];
}

async function dropUnused({ db, config, log }: RingDeps, missing: readonly KnownKey[]): Promise<void> {
  const uses = await countPatiently(config.database.url);
  const idsWhere = (isNeeded: boolean) =>
    missing.map(({ id }) => id).filter((id) => usesUnder(uses, id).length > 0 === isNeeded);
  const needed = idsWhere(true);
  await dropKeys(db, { unused: idsWhere(false), needed });
  if (needed.length > 0) throw new BadConfiguration(needed.map((id) => sentenceFor(id, usesUnder(uses, id))));
  for (const { id, sealing } of missing) {
    if (sealing)
      log.warn({ key: id, ...sealing }, 'a process still seals with a key that this one does not have');
  }
}

const SCAN_WITHIN_MS = 600_000;

/**
 * `countUses` on a connection that waits for it, unlike those that serve.
 * @param url of the database, which is looked through
 */
export function countPatiently(url: string | undefined): Promise<KeyUse[]> {
  return patiently(url, countUses);
}

async function patiently<T>(url: string | undefined, work: (db: Db) => Promise<T>): Promise<T> {
  if (url === undefined) throw new Error('the address of the database is missing');
  const db = openDatabase(url, { connections: 1, name: 'keys', answerWithinMs: SCAN_WITHIN_MS });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** What would be lost without a key. What carries no key id may be under any. */
export function usesUnder(uses: readonly KeyUse[], id: string): KeyUse[] {
  return uses.filter(({ keyId }) => keyId === id || keyId === null);
}

function sentenceFor(id: string, left: readonly KeyUse[]): string {
  const things = left.map(({ what, uses }) => `${what} (${uses})`).join(', ');
  return `The key ${id} is missing, and still needed for ${things}: put its secret back behind the others in APP_SECRETS, and see docs/operations.md, Changing the secret.`;
}
