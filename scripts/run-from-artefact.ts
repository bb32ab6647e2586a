import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = join(import.meta.dirname, '../dist');

/**
 * Runs a part of the product from the build, never from a mixture of build and sources.
 * @param part a file of `dist`, without its extension
 */
export async function runFromArtefact(part: string): Promise<void> {
  const entry = join(DIST, `${part}.js`);
  if (!existsSync(entry)) {
    console.error('There is no artefact in dist yet; run `npm run build` first.');
    process.exit(1);
  }
  // The channel to npm's process closes however that process ends, including kill -9.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  await import(pathToFileURL(entry).href);
}
