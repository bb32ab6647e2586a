import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { findBrowsers, type Browsers } from './find-browser.ts';
import { StartUpMistake } from './start-up-mistake.ts';

type Tally = { passed: number; failed: number; skipped?: number };
type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};
type PlaywrightReport = { stats: { expected: number; unexpected: number; skipped: number } };

const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.cache/test-reports');
const VITEST_REPORT = join(REPORTS, 'vitest.json');
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json');
// A journey waits about as long as it works.
const JOURNEY_WORKERS = Math.min(4, 2 * availableParallelism());
const filters = process.argv.slice(2);

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
try {
  const tallies = filters.length > 0 ? [await runTests()] : await runEverything();
  const sum = (part: keyof Tally) => tallies.reduce((total, tally) => total + (tally[part] ?? 0), 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  const notRun =
    skipped === 0 ? '' : `, ${skipped} skipped (this browser has no camera and no notifications)`;
  printFailedTests();
  console.log(`\n${passed} passed${notRun}, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartUpMistake ? error.message : error);
  process.exitCode = 1;
}

async function runEverything(): Promise<Tally[]> {
  const browsers = await findBrowsers((line) => console.log(line));
  say('Checks: format, lint, types, boundaries, dead code, documents');
  const checks = await run(process.execPath, ['scripts/check.ts'], {});
  return [{ passed: 0, failed: checks === 0 ? 0 : 1 }, await runTests(), await runJourneys(browsers)];
}

async function runTests(): Promise<Tally> {
  say('Tests: rules, use cases, ledger, provider, against a PostgreSQL of their own');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_REPORT}`];
  const code = await run('vitest', ['run', ...reporters, ...filters], {});
  const report = readReport(VITEST_REPORT) as VitestReport | undefined;
  return tallyOf(code, report?.numPassedTests, report?.numFailedTests);
}

async function runJourneys({ whole, shell }: Browsers): Promise<Tally> {
  say(`Journeys: the whole system in a real browser (${shell})`);
  const env = {
    HEADLESS_SHELL_PATH: shell,
    ...(whole !== undefined && { CHROME_PATH: whole }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
  };
  const code = await run(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', `--workers=${JOURNEY_WORKERS}`],
    env,
  );
  const stats = (readReport(PLAYWRIGHT_REPORT) as PlaywrightReport | undefined)?.stats;
  const tally = tallyOf(code, stats?.expected, stats?.unexpected);
  const skipped = stats?.skipped ?? 0;
  if (whole === undefined || skipped === 0) return { ...tally, skipped };
  console.log(`\n${skipped} journeys were skipped although this browser has a camera and notifications.`);
  return { ...tally, failed: tally.failed + skipped };
}

/** A runner that failed without naming a test, because a file does not load for example, counts as one failure. */
function tallyOf(code: number, passed = 0, failed = 0): Tally {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function run(command: string, args: string[], env: Record<string, string>): Promise<number> {
  return new Promise((settled, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      if (signal === null) settled(code ?? 1);
      else reject(new StartUpMistake(`${command} was stopped by ${signal}.`));
    });
  });
}

/** The journeys run after the tests and print much: a failed test is named again where a reader of the end sees it. */
function printFailedTests(): void {
  const report = readReport(VITEST_REPORT) as VitestReport | undefined;
  for (const { name, assertionResults } of report?.testResults ?? [])
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === 'failed')
        console.log(`\nFailed: ${relative(ROOT, name)}: ${fullName}\n${failureMessages.join('\n')}`);
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function say(title: string): void {
  console.log(`\n── ${title} ──`);
}
