import { resolve } from 'node:path';
import { StartUpMistake } from '../../start-up-mistake.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage.ts';

/**
 * Opens the storage at a folder, `s3://bucket/prefix/` or `sftp://user@host/folder`.
 * @param place a relative folder counts from where the operator ran the command
 * @throws StartUpMistake if the address is of another kind, or a setting is missing
 */
export async function openStorage(place: string): Promise<Storage> {
  const scheme = schemeOf(place);
  if (scheme === undefined) return openFolderStorage(resolve(process.env['INIT_CWD'] ?? '.', place));
  if (!URL.canParse(place)) throw new StartUpMistake(`${place} is not an address.`);
  const url = new URL(place);
  if (scheme === 's3') {
    const { openS3Storage } = await import('./s3-storage.ts');
    const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/gu, '');
    return openS3Storage({ bucket: url.hostname, prefix: path === '' ? '' : `${path}/` });
  }
  if (scheme === 'sftp') {
    const { openSftpStorage } = await import('./sftp-storage.ts');
    return openSftpStorage(url);
  }
  throw new StartUpMistake(`Backups can go to a folder, s3:// or sftp://, not to ${scheme}://.`);
}

/** Opens a storage, works with it and closes it. */
export async function withStorage<T>(
  place: string,
  work: (storage: Omit<Storage, 'close'>) => Promise<T>,
): Promise<T> {
  const storage = await explained(place, () => openStorage(place));
  try {
    return await work({
      place: storage.place,
      put: (name, file) => explained(place, () => storage.put(name, file)),
      list: () => explained(place, () => storage.list()),
      get: (name, file) => explained(place, () => storage.get(name, file)),
      remove: (name) => explained(place, () => storage.remove(name)),
    });
  } finally {
    await storage.close();
  }
}

/** Turns an error of a network or a disk into one sentence. */
async function explained<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartUpMistake) throw error;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartUpMistake(`The backups in ${place} cannot be reached (${reason}).`);
  }
}

/** Whether backups stay on this machine, as far as we know. */
export function isFolder(place: string): boolean {
  return schemeOf(place) === undefined;
}

function schemeOf(place: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):\/\//u.exec(place)?.[1];
}
