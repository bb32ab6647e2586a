import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const DIST = join(import.meta.dirname, '../dist');

/**
 * Has this process become a part of the product as it was built: what runs is what was built, never a mixture.
 * @param part a file of `dist`, without its ending
 */
export async function runFromArtefact(part: string): Promise<void> {
  const entry = join(DIST, `${part}.js`);
  if (!existsSync(entry)) {
    console.error('There is no artefact in dist yet; run `npm run build` first.');
    process.exit(1);
  }
  // The channel to npm's process closes however that ends, kill -9 included.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  await import(pathToFileURL(entry).href);
}
