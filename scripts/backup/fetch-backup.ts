import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { StartUpMistake } from '../start-up-mistake.ts';
import { verifyBackup, type Manifest } from './manifest.ts';
import { PACKED, unpack } from './packed.ts';
import { madeAtOf } from './retention.ts';
import { isFolder, withStorage } from './storage/open-storage.ts';

/** Which backup is wanted. */
export type Wanted = {
  /** Folder of a backup, packed backup, or with `isNewest` the place of all backups. */
  from: string;
  isNewest: boolean;
  /** File with the private key of a packed backup. */
  identityFile: string | undefined;
};

/**
 * Brings a backup to this machine, unpacks and verifies it, and works with it. Then deletes what was unpacked.
 * @throws StartUpMistake if there is no such backup, it is damaged, or it cannot be read with this key
 */
export async function withBackup<T>(
  wanted: Wanted,
  work: (backup: { folder: string; manifest: Manifest }) => Promise<T>,
): Promise<T> {
  const { place, name } = await locate(wanted);
  if (!name.endsWith(PACKED)) {
    if (!isFolder(place))
      throw new StartUpMistake(`${name} is no packed backup, whose name ends with ${PACKED}.`);
    const folder = resolve(process.env['INIT_CWD'] ?? '.', place, name);
    return work({ folder, manifest: await verifyBackup(folder) });
  }
  const identity = await readIdentity(name, wanted.identityFile);
  const into = await mkdtemp(join(tmpdir(), 'zawadi-restore-'));
  try {
    const packed = join(into, name);
    await withStorage(place, (storage) => storage.get(name, packed));
    const folder = await unpack(packed, { into, identity });
    await rm(packed);
    return await work({ folder, manifest: await verifyBackup(folder) });
  } finally {
    // Of a damaged backup some files may still be being written, which the retries wait for.
    await rm(into, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function locate({ from, isNewest }: Wanted): Promise<{ place: string; name: string }> {
  if (!isNewest) {
    const path = from.replace(/\/+$/u, '');
    const cut = path.lastIndexOf('/') + 1;
    return { place: path.slice(0, cut) || '.', name: path.slice(cut) };
  }
  const names = await withStorage(from, (storage) => storage.list());
  const newest = names
    .filter((name) => madeAtOf(name))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw new StartUpMistake(`${from} has no backup.`);
  return { place: from, name: newest };
}

/** The file of `age-keygen` has comments above the key. */
async function readIdentity(name: string, file: string | undefined): Promise<string> {
  if (file === undefined)
    throw new StartUpMistake(`${name} is encrypted: add --identity with the file of the private key.`);
  const text = await readFile(resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8').catch(() => {
    throw new StartUpMistake(`The file ${file} of --identity cannot be read.`);
  });
  const key = text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (key === undefined)
    throw new StartUpMistake(`The file ${file} holds no private key of age (AGE-SECRET-KEY-1…).`);
  return key.trim();
}
