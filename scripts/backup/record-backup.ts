import { hostname } from 'node:os';
import { insertBackup } from '../../apps/api/src/features/office/system-checks/index.ts';
import { connectToRead, type ReadingUrls } from './connect.ts';
import type { Sent } from './send-backup.ts';
import { isFolder } from './storage/open-storage.ts';

const LONGEST_PLACE = 400;

/**
 * Records a backup in the database, for `npm run doctor` and the alerts. A backup stays good if this fails.
 * @returns why it was not recorded, for example because the database is a read-only replica; undefined if it was
 */
export async function recordBackup(
  urls: ReadingUrls,
  { place, manifest, bytes }: Pick<Sent, 'place' | 'manifest' | 'bytes'>,
): Promise<string | undefined> {
  const connection = await connectToRead(urls);
  try {
    const address = (isFolder(place) ? `${hostname()}:${place}` : place).slice(0, LONGEST_PLACE);
    const madeAt = new Date(manifest.madeAt);
    await insertBackup(connection.db, { tool: 'zawadi', madeAt, place: address, bytes });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await connection.close();
  }
}
