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
type Defect = { title: string; isFailed: boolean; text: string };
type JourneySuite = {
  file: string;
  suites?: JourneySuite[];
  specs?: { title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: JourneySuite[];
};

const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.cache/test-reports');
const VITEST_REPORT = join(REPORTS, 'vitest.json');
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json');
// A journey waits about as long as it works.
const JOURNEY_WORKERS = Math.min(4, 2 * availableParallelism());
const filters = process.argv.slice(2);
// One press of the whole says all that is wrong: what passes only when it is tried again is named at the end, as a defect
// to find. Who runs a part of it looks for that defect, and there a first failure is the last word.
const SECOND_TRIES = filters.length > 0 ? 0 : 1;

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
try {
  const tallies = filters.length > 0 ? [await runTests()] : await runEverything();
  const sum = (part: keyof Tally) => tallies.reduce((total, tally) => total + (tally[part] ?? 0), 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  const notRun =
    skipped === 0 ? '' : `, ${skipped} skipped (this browser has no camera and no notifications)`;
  const atSecondTry = printDefects();
  const luckily = atSecondTry === 0 ? '' : ` (${atSecondTry} at the second try)`;
  console.log(`\n${passed} passed${luckily}${notRun}, ${failed} failed`);
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
  const code = await run('vitest', ['run', `--retry=${SECOND_TRIES}`, ...reporters, ...filters], {});
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
    [
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=list,json',
      `--workers=${JOURNEY_WORKERS}`,
      `--retries=${SECOND_TRIES}`,
    ],
    env,
  );
  const stats = (readReport(PLAYWRIGHT_REPORT) as PlaywrightReport | undefined)?.stats;
  const tally = tallyOf(code, stats && stats.expected + stats.flaky, stats?.unexpected);
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

/**
 * The journeys run after the tests and print much: what failed is named again where a reader of the end sees it.
 * @returns how many tests and journeys passed at the second try only
 */
function printDefects(): number {
  const tests = readReport(VITEST_REPORT) as VitestReport | undefined;
  const failures = (tests?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName, status, failureMessages }) => ({
        title: `${relative(ROOT, name)}: ${fullName}`,
        isFailed: status === 'failed',
        text: failureMessages.join('\n'),
      })),
  );
  const journeys = readReport(PLAYWRIGHT_REPORT) as PlaywrightReport | undefined;
  const all = [...failures, ...(journeys?.suites ?? []).flatMap(defectsOf)];
  for (const { title, isFailed, text } of all)
    console.log(`\n${isFailed ? 'Failed' : 'Passed at the second try, a defect to find'}: ${title}\n${text}`);
  return all.filter(({ isFailed }) => !isFailed).length;
}

function defectsOf({ file, specs = [], suites = [] }: JourneySuite): Defect[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky' || status === 'unexpected')
      .map(({ status, results }) => ({
        title: `e2e/${file}: ${title}`,
        isFailed: status === 'unexpected',
        text: results.map(({ error }) => error?.message ?? '').join('\n'),
      })),
  );
  return [...own, ...suites.flatMap(defectsOf)];
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
