import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { StartUpMistake } from '../start-up-mistake.ts';
import { areWhole } from './books.ts';
import type { ReadingUrls } from './connect.ts';
import { pack, PACKED } from './packed.ts';
import { findOutdated, type Retention } from './retention.ts';
import { isFolder, withStorage } from './storage/open-storage.ts';
import { writeBackup, type Written } from './write-backup.ts';

export type BackupOrder = {
  urls: ReadingUrls;
  /** A folder, `s3://bucket/prefix/` or `sftp://user@host/folder`. */
  to: string;
  /** Public keys that can read the backup; none leaves it readable, which only a folder may have. */
  recipients: readonly string[];
  /** Undefined keeps every backup. */
  retention: Retention | undefined;
};

export type Sent = Pick<Written, 'manifest' | 'bytes'> & { place: string; removed: string[] };

/**
 * Writes a backup to a folder, or packs it, encrypts it and sends it elsewhere. Then deletes outdated backups there,
 * unless the books of the new one are broken.
 * @throws StartUpMistake in one sentence
 */
export async function sendBackup(order: BackupOrder): Promise<Sent> {
  const { urls, to, recipients, retention } = order;
  if (recipients.length === 0 && !isFolder(to))
    throw new StartUpMistake(
      'A backup that leaves this machine has to be encrypted: add --recipient with a public key of age.',
    );
  return withStorage(to, async (storage) => {
    const { manifest, bytes, folder } =
      recipients.length === 0
        ? await writeBackup({ ...urls, to: storage.place })
        : await writePacked(order, (name, file) => storage.put(name, file));
    const isToBeCleaned = retention !== undefined && areWhole(manifest.books);
    const removed = isToBeCleaned ? findOutdated(await storage.list(), retention) : [];
    for (const name of removed) await storage.remove(name);
    return { manifest, bytes, place: `${storage.place}/${basename(folder)}`, removed };
  });
}

/** Packs in the folder for temporary files (TMPDIR), which needs room for the backup twice. */
async function writePacked(
  { urls, recipients }: BackupOrder,
  put: (name: string, file: string) => Promise<void>,
): Promise<Written> {
  const work = await mkdtemp(join(tmpdir(), 'zawadi-backup-'));
  try {
    const written = await writeBackup({ ...urls, to: work });
    const name = `${basename(written.folder)}${PACKED}`;
    const file = join(work, name);
    await pack(written.folder, { into: file, recipients });
    await put(name, file);
    return { ...written, folder: file };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
