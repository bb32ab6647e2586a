import { BadConfiguration } from '../../../config/environment.ts';
import type { Deps } from '../../../config/deps.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { dropKeys, registerKeys } from './app-keys-store.ts';
import { countUses, type KeyUse } from './sealed-columns-store.ts';

/**
 * Lets a process start with its keys: what is stored can be read with them. Only a start without a key that was used before
 * has to look through everything that is sealed, and does so once.
 * @throws BadConfiguration when something is still under a key that is missing
 */
export async function openRing({ db, keys, config }: Pick<Deps, 'db' | 'keys' | 'config'>): Promise<void> {
  const known = await registerKeys(
    db,
    keys.map(({ id }) => id),
  );
  for (const key of keys) {
    const replacedAt = known.find(({ id }) => id === key.id)?.replacedAt;
    if (replacedAt) key.replacedAt = replacedAt;
  }
  const missing = known.map(({ id }) => id).filter((id) => keys.every((key) => key.id !== id));
  if (missing.length === 0) return;
  const uses = await countPatiently(config.database.url);
  const sentences = missing.flatMap((id) => {
    const left = usesUnder(uses, id);
    return left.length === 0 ? [] : [sentenceFor(id, left)];
  });
  if (sentences.length > 0) throw new BadConfiguration(sentences);
  await dropKeys(db, missing);
}

const SCAN_WITHIN_MS = 600_000;

/**
 * `countUses` on a connection that waits for it, unlike those that serve.
 * @param url of the database, which is looked through
 */
export async function countPatiently(url: string | undefined): Promise<KeyUse[]> {
  if (url === undefined) throw new Error('the address of the database is missing');
  const db = openDatabase(url, { connections: 1, name: 'keys', answerWithinMs: SCAN_WITHIN_MS });
  try {
    return await countUses(db);
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
