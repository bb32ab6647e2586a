import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createApiClient } from '@zawadi/story/api-client';
import { DEMO_PASSWORD, newPerson, welcome } from '@zawadi/story/people';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import { buyGift, readGift } from '@zawadi/story/steps';
import { readConfig } from '../apps/api/src/config/config.ts';
import { DEMO_ADMIN, DEMO_MERCHANT } from './demo/seed.ts';
import { findBrowsers } from './find-browser.ts';
import { StartUpMistake } from './start-up-mistake.ts';
import { startSystem } from './start/system.ts';

/**
 * Measures the pages that people open first with Lighthouse, as a phone on a slow connection. Uses the running demo at
 * `BASE_URL` with its sandbox at `SANDBOX_PORT`, or starts its own. Needs an idle machine. Arguments select pages by
 * name: `npm run lighthouse -- gift till`.
 */
const TOOL = resolve(import.meta.dirname, '../tools/lighthouse');
const leaving = new AbortController();
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => leaving.abort());
process.channel?.unref();

let exitCode = 1;
const folder = mkdtempSync(join(tmpdir(), 'zawadi-lighthouse-'));
try {
  exitCode = await measure();
} catch (error) {
  console.error(error instanceof StartUpMistake ? error.message : error);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);

async function measure(): Promise<number> {
  // Lighthouse is large and no other command uses it, so install it only here, without install scripts.
  const installed = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], TOOL);
  if (installed !== 0) throw new StartUpMistake('Lighthouse could not be installed; see above.');
  const { shell } = await findBrowsers(say);
  const running = process.env['BASE_URL'];
  if (running !== undefined) return measureAt(running, shell);
  const environment = { SEED: 'small', DATA_DIR: folder, ...process.env };
  const own = await startSystem({ environment, say, signal: leaving.signal });
  try {
    return await measureAt(own.config.publicUrl, shell);
  } finally {
    await own.stop();
  }
}

async function measureAt(baseUrl: string, browser: string): Promise<number> {
  const gift = await readyGift(baseUrl);
  const consumer = { door: '/login', name: 'amina@zawadi.test' };
  const cashier = { door: '/merchant/login', name: DEMO_MERCHANT };
  const visits = [
    { name: 'log-in', path: '/login' },
    { name: 'gift', path: `/v/${gift}` },
    { name: 'dashboard', path: '/dashboard', as: consumer },
    { name: 'dashboard, kept', path: '/dashboard', as: consumer, isWarm: true },
    { name: 'till', path: '/merchant/dashboard/redeem', as: cashier },
    { name: 'office', path: '/admin', as: { door: '/admin/login', name: DEMO_ADMIN } },
  ];
  const wanted = process.argv.slice(2);
  const chosen = visits.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  );
  say('Measuring; keep the machine idle …');
  const task = JSON.stringify({ baseUrl, browser, password: DEMO_PASSWORD, visits: chosen });
  return run(process.execPath, [join(TOOL, 'measure.mjs'), task], TOOL);
}

/** Buys and delivers a gift. @returns the token in the gift's link */
async function readyGift(baseUrl: string): Promise<string> {
  const api = createApiClient(baseUrl);
  const sandbox = createSandboxControl(`http://127.0.0.1:${readConfig(process.env).sandboxPort}`);
  const [buyer, recipient] = [newPerson('Achieng', 'Otieno'), newPerson('Wanjiku', 'Githinji')];
  const gift = { recipient, amount: 5_000, message: 'Heri ya siku ya kuzaliwa!', cloth: 'birthday' } as const;
  await buyGift({ api, sandbox }, await welcome(api, sandbox, buyer), gift);
  return (await readGift({ api, sandbox }, recipient)).claimToken;
}

function run(command: string, args: string[], cwd: string): Promise<number> {
  return new Promise((settled, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', signal: leaving.signal });
    child.once('error', reject);
    child.once('exit', (code) => settled(code ?? 1));
  });
}

function say(line: string): void {
  console.log(line);
}
