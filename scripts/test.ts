import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowsers } from './find-browser.ts';
import { StartUpMistake } from './start-up-mistake.ts';
import { findUnmatchedWords } from './test/unmatched-words.ts';
import { linesOfSlowest, readPlaywrightReport, readVitestReport, type Report } from './test/reports.ts';

type Part = Report & { name: string; seconds: number };

const ROOT = resolve(import.meta.dirname, '..');
const REPORTS = join(ROOT, '.cache/test-reports');
const VITEST_REPORT = join(REPORTS, 'vitest.json');
const PLAYWRIGHT_REPORT = join(REPORTS, 'playwright.json');
// Three workers saturate two cores. More workers would only slow each other down.
const JOURNEY_WORKERS = Math.min(4, Math.ceil(1.5 * availableParallelism()));
const SLOWEST = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Number of runs of each test. All runs must pass. */
    repeat: { type: 'string', default: '1' },
    /** Runs files and their tests in random order. */
    shuffle: { type: 'boolean', default: false },
    /** Seed of an earlier `--shuffle`, to repeat its order. */
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
const repeat = Number(values.repeat);
const journeys = positionals.filter((word) => word.startsWith('e2e'));
const filters = positionals.filter((word) => !word.startsWith('e2e'));
const isWhole = positionals.length === 0;
// A full run reports all problems at once: a test that passes only on retry is listed at the end as a defect to find.
// In a partial run, a person is looking for that defect, so the first failure fails the run.
const SECOND_TRIES = isWhole && repeat === 1 ? 1 : 0;
// On CI, a pass on retry fails the run.
const failsOnRetryPass = process.env['CI'] !== undefined;

const unmatched = findUnmatchedWords(ROOT, positionals);
if (unmatched.length > 0) {
  console.error(
    `No test has ${unmatched.map((word) => `"${word}"`).join(' or ')} in the path of its file (npm run test:long runs slower tests).`,
  );
  process.exit(1);
}
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
try {
  if (values.shuffle) console.log(`Shuffled by --seed ${values.seed}.`);
  const parts: Part[] = [];
  if (isWhole && repeat === 1) parts.push(await measured('checks', runChecks));
  if (isWhole || filters.length > 0) parts.push(await measured('tests', runTests));
  if (isWhole || journeys.length > 0) parts.push(await measured('journeys', runJourneys));
  process.exitCode = conclude(parts) ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartUpMistake ? error.message : error);
  process.exitCode = 1;
}

async function runChecks(): Promise<Report> {
  say('Checks: format, lint, types, boundaries, dead code, documents');
  return reportOf(await run(process.execPath, ['scripts/check.ts'], {}), undefined);
}

async function runTests(): Promise<Report> {
  say('Tests: rules, use cases, ledger, provider, pages, against a PostgreSQL of their own');
  const options = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${VITEST_REPORT}`,
    `--retry=${SECOND_TRIES}`,
    `--repeats=${repeat - 1}`,
    ...(values.shuffle ? ['--sequence.shuffle', `--sequence.seed=${values.seed}`] : []),
  ];
  const code = await run('vitest', ['run', ...options, ...filters], {
    ...(values.shuffle && { ZAWADI_SHUFFLE: '1' }),
  });
  return reportOf(code, readVitestReport(VITEST_REPORT, ROOT));
}

async function runJourneys(): Promise<Report> {
  const { whole, shell } = await findBrowsers((line) => console.log(line));
  say(`Journeys: the whole system in a real browser (${shell})`);
  const env = {
    HEADLESS_SHELL_PATH: shell,
    ...(whole !== undefined && { CHROME_PATH: whole }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: PLAYWRIGHT_REPORT,
  };
  const options = [
    '--config=e2e/playwright.config.ts',
    '--reporter=list,json',
    `--workers=${JOURNEY_WORKERS}`,
    `--retries=${SECOND_TRIES}`,
    `--repeat-each=${repeat}`,
    ...(values.shuffle ? [`--shuffle=${values.seed}`] : []),
  ];
  // `e2e` alone selects all journeys.
  const chosen = journeys.map((word) => word.replace(/^e2e\/?/u, '')).filter((word) => word !== '');
  const code = await run('playwright', ['test', ...options, ...chosen], env);
  const report = reportOf(code, readPlaywrightReport(PLAYWRIGHT_REPORT));
  if (whole === undefined || report.skipped === 0) return report;
  console.log(
    `\n${report.skipped} journeys were skipped although this browser has a camera and notifications.`,
  );
  return { ...report, skipped: 0, failed: report.failed + report.skipped };
}

/**
 * Returns the runner's report. If it failed without naming a test, for example because a file does not load, counts one
 * failure.
 */
function reportOf(code: number, report: Report | undefined): Report {
  const { passed = 0, failed = 0, skipped = 0, defects = [], files = [] } = report ?? {};
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped, defects, files };
}

async function measured(name: string, runPart: () => Promise<Report>): Promise<Part> {
  const startedAt = performance.now();
  const report = await runPart();
  return { ...report, name, seconds: (performance.now() - startedAt) / 1_000 };
}

/**
 * Prints failures, slowest files, times and counts, at the end of the output where readers look.
 * @returns whether everything passed
 */
function conclude(parts: Part[]): boolean {
  const sum = (count: (part: Part) => number) => parts.reduce((total, part) => total + count(part), 0);
  const defects = parts.flatMap((part) => part.defects);
  for (const { title, isFailed, text } of defects)
    console.log(`\n${isFailed ? 'Failed' : 'Passed on retry, a defect to find'}: ${title}\n${text}`);
  if (isWhole) {
    console.log(`\nThe ${SLOWEST} slowest files (seconds of their tests, several run at once):`);
    for (const line of linesOfSlowest(
      parts.flatMap(({ files }) => files),
      SLOWEST,
    ))
      console.log(line);
  }
  console.log();
  for (const { name, seconds } of parts) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
  const passedOnRetry = defects.filter(({ isFailed }) => !isFailed).length;
  const skipped = sum((part) => part.skipped);
  const failed = sum((part) => part.failed);
  const luckily = passedOnRetry === 0 ? '' : ` (${passedOnRetry} at the second try)`;
  const notRun =
    skipped === 0 ? '' : `, ${skipped} skipped (this browser has no camera and no notifications)`;
  console.log(`\n${sum((part) => part.passed)} passed${luckily}${notRun}, ${failed} failed`);
  if (passedOnRetry > 0 && failsOnRetryPass)
    console.log('A test that passes only on retry fails the run on CI.');
  return failed === 0 && (passedOnRetry === 0 || !failsOnRetryPass);
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

function say(title: string): void {
  console.log(`\n── ${title} ──`);
}
