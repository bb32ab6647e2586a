import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions, type CommandName } from './commands/commands.ts';
import { StartUpMistake } from './start-up-mistake.ts';

const DIST = join(import.meta.dirname, '../dist');

/** Runs a command of the product from the build in `dist`, never from a mixture of build and sources. */
export async function runFromArtefact(command: CommandName): Promise<void> {
  requireNoOptions(command);
  const entry = join(DIST, `${command}.js`);
  if (!existsSync(entry)) {
    console.error('There is no artefact in dist yet; run `npm run build` first.');
    process.exit(1);
  }
  // The IPC channel to the parent closes however the parent ends, including kill -9.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  await import(pathToFileURL(entry).href);
}

function requireNoOptions(command: CommandName): void {
  try {
    readOptions(command);
  } catch (error) {
    console.error(error instanceof StartUpMistake ? error.message : error);
    process.exit(1);
  }
}
