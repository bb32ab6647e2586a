import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { createSemaphore } from '../apps/api/src/platform/semaphore.ts';
import { makeSabotagedCopy } from './faults/sabotaged-copy.ts';
import type { Sabotage } from './faults/sabotage.ts';
import { SABOTAGES } from './faults/sabotages.ts';
import { buildWebIfStale } from './start/build-web.ts';

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Starts a system, injects random faults while simulated people use it, then compares three books (docs/faults.md).
 * With `--sabotage`, breaks one rule at a time in a copy of the sources. The same run has to pass without the break, and to
 * bring the break's own finding with it.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    /** Words separated by commas. Only faults whose names contain one of the words are injected. */
    only: { type: 'string' },
    /** Names separated by commas, or `all`. */
    sabotage: { type: 'string' },
    /** How many runs with sabotages may run at the same time. */
    'at-once': { type: 'string', default: '1' },
  },
});
const sabotagedMinutes = values.minutes ?? '0.4';

const inTurn = createSemaphore({
  atOnce: Number(values['at-once']),
  waitingAtMost: Infinity,
  retryAfterSeconds: 0,
});

if (values.sabotage === undefined) {
  process.exitCode = (await injectFaults(ROOT, values.minutes ?? '10', values.only, 'inherit')).status;
} else {
  const wanted = values.sabotage.split(',');
  const chosen = SABOTAGES.filter(({ name }) => wanted.includes('all') || wanted.includes(name));
  const names = SABOTAGES.map(({ name }) => name).join(', ');
  if (chosen.length === 0)
    console.error(`There is no sabotage ${values.sabotage}. Choose all, or of: ${names}.`);
  await buildWebIfStale(ROOT, console.log);
  console.log(`seed ${values.seed}`);
  const unclean = await runClean([...new Set(chosen.map(({ faults }) => faults))]);
  const results = await Promise.all(
    chosen.map(async (sabotage) => (unclean.includes(sabotage.faults) ? false : trySabotage(sabotage))),
  );
  process.exitCode = results.length > 0 && unclean.length === 0 && results.every(Boolean) ? 0 : 1;
}

/**
 * Runs each list of faults without a sabotage.
 * @returns the lists that fail. Every sabotage with such a list would look detected, so it is not tried.
 */
async function runClean(lists: readonly string[]): Promise<string[]> {
  const failing = await Promise.all(
    lists.map(async (faults) => {
      const [finding] = findingsOf(await inTurn(() => injectFaults(ROOT, sabotagedMinutes, faults, 'pipe')));
      console.log(finding === undefined ? `clean       ${faults}` : `FAILS CLEAN ${faults}: ${finding}`);
      return finding === undefined ? [] : [faults];
    }),
  );
  return failing.flat();
}

async function injectFaults(
  folder: string,
  minutes: string,
  only: string | undefined,
  stdio: 'inherit' | 'pipe',
) {
  const run = spawn('vitest', ['run', 'tests/nemesis/nemesis.test.ts'], {
    cwd: folder,
    stdio: ['ignore', stdio, stdio],
    env: {
      ...process.env,
      ZAWADI_FAULTS_MINUTES: minutes,
      ZAWADI_FAULTS_SEED: values.seed,
      ...(only !== undefined && { ZAWADI_FAULTS_ONLY: only }),
    },
  });
  let printed = '';
  for (const stream of [run.stdout, run.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (printed += part));
  const [status] = (await once(run, 'close')) as [number | null];
  return { status: status ?? 1, printed: stripVTControlCharacters(printed) };
}

/** Runs the faults on a sabotaged copy, and prints the result. */
async function trySabotage(sabotage: Sabotage): Promise<boolean> {
  return inTurn(async () => {
    const copy = makeSabotagedCopy(ROOT, sabotage);
    try {
      const findings = findingsOf(await injectFaults(copy.folder, sabotagedMinutes, sabotage.faults, 'pipe'));
      const detection = findings.find((finding) => sabotage.brings.test(finding));
      console.log(
        `${detection ? 'caught    ' : 'NOT CAUGHT'}  ${sabotage.name.padEnd(18)} ${sabotage.breaks}`,
      );
      console.log(`${' '.repeat(31)}${(detection ?? findings[0] ?? 'the run found nothing').slice(0, 160)}`);
      return detection !== undefined;
    } finally {
      copy.remove();
    }
  });
}

/** Returns the failures of a run. A run that stops before it compares the books has detected nothing. */
function findingsOf({ status, printed }: { status: number; printed: string }): string[] {
  const [, listed] = /^\d+ failures:\n((?: {2}.*\n)+)/m.exec(printed) ?? [];
  if (listed !== undefined) return listed.split('\n').map((line) => line.trim());
  if (status === 0) return [];
  const [reason = ''] = /\w*Error.*: .*/.exec(printed) ?? [];
  return [`the run broke off: ${reason}`];
}
