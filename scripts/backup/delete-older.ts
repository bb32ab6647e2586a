import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SUMS_FILE } from './manifest.ts';

/** The names that `writeBackup` gives to its folders. They sort by time. */
const BACKUP = /^zawadi-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/u;

/**
 * Deletes all finished backups but the newest ones. Leaves every other file and folder.
 * @returns the deleted folders
 */
export async function deleteOlderBackups(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => BACKUP.test(name) && existsSync(join(folder, name, SUMS_FILE)),
  );
  const older = names.toSorted().slice(0, -keep);
  for (const name of older) await rm(join(folder, name), { recursive: true });
  return older.map((name) => join(folder, name));
}
