import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = join(import.meta.dirname, '../dist');

/**
 * Runs a program of the product from the build in `dist`, never from a mixture of build and sources.
 * @param part a file of `dist`, without its extension
 */
export async function runFromArtefact(part: string): Promise<void> {
  const entry = join(DIST, `${part}.js`);
  if (!existsSync(entry)) {
    console.error('There is no artefact in dist yet; run `npm run build` first.');
    process.exit(1);
  }
  // The IPC channel to the parent closes however the parent ends, including kill -9.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  await import(pathToFileURL(entry).href);
}
