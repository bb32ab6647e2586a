import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFolderLocked } from '../folder-lock.ts';

const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 4_000_000_000;
const ABANDONED_AFTER_MS = 600_000;

/**
 * Settings for a PostgreSQL whose data may be lost in a crash. It keeps little WAL, because its folder may be in
 * memory.
 */
export const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  min_wal_size: '80MB',
  max_wal_size: '256MB',
};

/**
 * Makes a temporary folder for databases. Uses memory if 4 GB are free, because some disks need a second to copy a
 * database. Removes folders with the same prefix that killed runs left behind.
 * @param prefix of the folder's name; a folder in use for more than ten minutes must be the `dataDir` of a running
 * server
 * @param options.onDisk for data that must be durable or may not fit into memory
 */
export function makeThrowAwayFolder(prefix: string, { onDisk = false } = {}): string {
  for (const parent of [IN_MEMORY, tmpdir()]) removeAbandonedFolders(parent, prefix);
  return mkdtempSync(join(onDisk || !hasRoom() ? tmpdir() : IN_MEMORY, prefix));
}

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}

/** Removes folders whose server has already stopped. */
function removeAbandonedFolders(parent: string, prefix: string): void {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name);
    const isOld =
      Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > ABANDONED_AFTER_MS;
    if (isOld && !isFolderLocked(folder)) rmSync(folder, { recursive: true, force: true });
  }
}
