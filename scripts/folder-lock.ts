import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { identifyProcess, isRunning } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { StartUpMistake } from './start-up-mistake.ts';

export type FolderLock = { wasAbandoned: boolean; release: () => void };

const LOCK_FILE = 'owner.json';

/**
 * Locks a folder for this process until `release` is called or the process ends, even by kill -9.
 *
 * @param folder created if missing
 * @returns `wasAbandoned` if the previous owner died without releasing the lock
 * @throws StartUpMistake if another running process has the lock, or if the folder cannot be written
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, LOCK_FILE);
  const me = identifyProcess(process.pid);
  if (me === undefined)
    throw new StartUpMistake(
      'Zawadi needs the /proc file system or the command ps; this machine has neither.',
    );
  makeFolder(folder);
  for (let wasAbandoned = false; ; wasAbandoned = true) {
    try {
      writeFileSync(path, `${JSON.stringify(me)}\n`, { flag: 'wx', mode: 0o600 });
      return { wasAbandoned, release: () => rmSync(path, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = readOwner(path);
    if (owner && isRunning(owner)) {
      throw new StartUpMistake(
        `The data folder ${resolve(folder)} is in use by process ${owner.pid}. ` +
          'Stop that one first, or choose another folder with DATA_DIR.',
      );
    }
    rmSync(path, { force: true });
  }
}

/**
 * @param folder a folder that may be locked with `lockFolder`
 * @returns whether a running process has the lock
 */
export function isFolderLocked(folder: string): boolean {
  const owner = readOwner(join(folder, LOCK_FILE));
  return owner !== undefined && isRunning(owner);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartUpMistake(`The data folder ${resolve(folder)} cannot be created: ${reason}.`);
  }
}

function readOwner(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}
