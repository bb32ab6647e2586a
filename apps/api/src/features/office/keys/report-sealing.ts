import { hostname } from 'node:os';
import type { Deps } from '../../../config/deps.ts';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { BadConfiguration } from '../../../config/environment.ts';
import type { Db } from '../../../platform/db/database.ts';
import { listKeys, recordSealing, type KnownKey } from './app-keys-store.ts';

/** Name of this process, so that an operator can find it. */
export const THIS_PROCESS = `process ${process.pid} on ${hostname()}`;

const EVERY_MS = 60_000;

/**
 * Records about every minute the key with which this process seals, and reads which other keys were replaced since the
 * process started.
 * @returns a function that stops these reports
 */
export function reportSealingRegularly(
  { db, keys, log }: Pick<Deps, 'db' | 'keys' | 'log'>,
  everyMs = EVERY_MS,
): () => void {
  let isUnderWay = false;
  const note = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await recordSealing(db, keys[0].id, THIS_PROCESS);
      adoptReplacements(keys, await listKeys(db));
    } catch (error) {
      log.warn({ err: error }, 'the sealing key of this process could not be recorded');
    } finally {
      isUnderWay = false;
    }
  };
  const timer = setInterval(() => void note(), everyMs);
  // The timer does not keep an idle process running.
  timer.unref();
  return () => clearInterval(timer);
}

export function adoptReplacements(keys: Keys, known: readonly KnownKey[]): void {
  for (const key of keys) {
    const replacedAt = known.find(({ id }) => id === key.id)?.replacedAt;
    if (replacedAt) key.replacedAt = replacedAt;
    else delete key.replacedAt;
  }
}

/**
 * Checks that all processes seal with the first key of this ring. A process that lacks this key could not open the
 * values resealed with it.
 * @throws BadConfiguration unless processes seal with the first key, and with no other
 */
export async function requireSealing(db: Db, [{ id: first }]: Keys): Promise<void> {
  const known = await listKeys(db);
  const own = known.find(({ id }) => id === first);
  if (!own?.sealingSince || own.replacedAt) {
    throw new BadConfiguration([
      `No process seals with the first secret that is set here (its key is ${first}): set APP_SECRETS here as the system has it, or restart the system with this one first.`,
    ]);
  }
  const stragglers = known.filter(({ id, sealing }) => sealing && id !== first);
  if (stragglers.length === 0) return;
  throw new BadConfiguration(
    stragglers.map(
      ({ id, sealing }) =>
        `The key ${id} was sealed with until ${sealing?.at.toISOString()} by ${sealing?.by}: see that every process has the key ${first} first, and run this again three minutes after the last one was restarted.`,
    ),
  );
}
