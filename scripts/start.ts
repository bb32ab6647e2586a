import { relative } from 'node:path';
import type { Config } from '../apps/api/src/config/config.ts';
import { takeOverPort } from '../apps/api/src/platform/process-lifetime.ts';
import { explainStartFailure } from './start-up-mistake.ts';
import { offerNewDemo } from './start/offer-new-demo.ts';
import { DemoOfOtherVersion, startSystem, type HeldPort, type RunningSystem } from './start/system.ts';

const leaving = new AbortController();

const PASSWORD = 'Zawadi-demo-1';

const SIGN_INS = [
  ['consumer', '/login', 'amina@zawadi.test, brian@zawadi.test'],
  ['merchant', '/merchant/login', 'DUKA001, DUKA001.juma'],
  ['administrator', '/admin/login', 'admin@zawadi.test, admin2@zawadi.test'],
] as const;

// The `disconnect` event fires if the parent process is killed before it can forward a signal.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => leaving.abort());
process.channel?.unref();

try {
  const system = await start();
  try {
    say(announce(system.config, system.dataDir, system.config.provider === 'sandbox'));
    await untilAborted(leaving.signal);
  } finally {
    say('Stopping …');
    await system.stop();
  }
  say('Stopped. All data is kept.');
  process.exit(0);
} catch (error) {
  if (leaving.signal.aborted) process.exit(0);
  console.error(explainStartFailure(error));
  process.exit(1);
}

async function start(): Promise<RunningSystem> {
  const port = heldPort();
  const input = { environment: process.env, say, signal: leaving.signal, ...(port && { port }) };
  try {
    return await startSystem(input);
  } catch (error) {
    if (!(error instanceof DemoOfOtherVersion) || !process.stdin.isTTY) throw error;
    say(error.message);
    const kept = await offerNewDemo(error.dataDir, { input: process.stdin, output: process.stdout });
    if (kept === undefined) process.exit(1);
    say(`The previous data is in ${shorten(kept)}.`);
    return startSystem(input);
  }
}

/** Returns the port at which bootstrap.mjs shows what we prepare, until we ask for it. */
function heldPort(): HeldPort | undefined {
  if (process.env['PORT_IS_HELD'] === undefined) return undefined;
  return { show: (preparation) => void process.send?.(preparation), release: takeOverPort };
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

/**
 * Returns the text that `npm start` prints when the system is ready: URLs and sign-ins.
 *
 * @param hasDemo whether this data contains the demo people
 */
function announce(config: Config, dataDir: string, hasDemo: boolean): string {
  const lines = [
    '',
    'Zawadi is ready.',
    '',
    row('Web and API', config.publicUrl),
    row('API reference', `${config.publicUrl}/developers/reference`),
  ];
  if (config.sandboxPhoneUrl !== undefined) lines.push(row('Sandbox phone', config.sandboxPhoneUrl));
  lines.push(row('Data and logs', shorten(dataDir)), '');
  if (hasDemo) {
    lines.push(`Demo sign-ins, all with the password ${PASSWORD}:`);
    for (const [who, path, names] of SIGN_INS)
      lines.push(row(who, `${config.publicUrl}${path}`.padEnd(40) + names));
    lines.push('');
  }
  lines.push('Ctrl-C stops everything; the data stays.');
  return lines.join('\n');
}

function shorten(folder: string): string {
  const path = relative(process.cwd(), folder);
  return path.startsWith('..') ? folder : `./${path}`;
}

function row(label: string, value: string): string {
  return `  ${label.padEnd(15)} ${value}`;
}
