import { StartUpMistake } from './start-up-mistake.ts';
import { announce } from './start/announce.ts';
import { startSystem } from './start/system.ts';

const leaving = new AbortController();
// The channel closes when the parent process was killed without a chance to pass a signal on.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => leaving.abort());
process.channel?.unref();

try {
  const system = await startSystem({ environment: process.env, say, signal: leaving.signal });
  try {
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
