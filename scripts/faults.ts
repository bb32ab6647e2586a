import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { makeSabotagedCopy } from './faults/sabotaged-copy.ts';
import { SABOTAGES, type Sabotage } from './faults/sabotages.ts';
import { buildWebIfStale } from './start/build-web.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SABOTAGED_MINUTES = '0.7';

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
    sabotage: { type: 'string' },
  },
});

if (values.sabotage === undefined) {
  process.exitCode = injectFaults(ROOT, values.minutes ?? '10', values.only, 'inherit').status;
} else {
  const wanted = values.sabotage;
  const chosen = SABOTAGES.filter(({ name }) => wanted === 'all' || name === wanted);
  const names = SABOTAGES.map(({ name }) => name).join(', ');
  if (chosen.length === 0) console.error(`There is no sabotage ${wanted}. Choose one of: all, ${names}.`);
  await buildWebIfStale(ROOT, console.log);
  console.log(`seed ${values.seed}`);
  // A run that fails without a sabotage would make each of them look detected.
  const unclean = [...new Set(chosen.map(({ faults }) => faults))].flatMap((faults) => {
    const finding = findingOf(injectFaults(ROOT, values.minutes ?? SABOTAGED_MINUTES, faults, 'pipe'));
    return finding === undefined ? [] : [`${faults}: ${finding}`];
  });
  for (const failure of unclean) console.error(`FAILS CLEAN  ${failure}`);
  const results = (unclean.length > 0 ? [] : chosen).map((sabotage) => {
    const { isCaught, finding } = trySabotage(sabotage);
    console.log(`${isCaught ? 'caught    ' : 'NOT CAUGHT'}  ${sabotage.name.padEnd(13)} ${sabotage.breaks}`);
    console.log(`${' '.repeat(26)}${finding}`);
    return isCaught;
  });
  process.exitCode = results.length > 0 && results.every(Boolean) ? 0 : 1;
}

function injectFaults(folder: string, minutes: string, only: string | undefined, stdio: 'inherit' | 'pipe') {
  const { status, stdout, stderr } = spawnSync('vitest', ['run', 'tests/nemesis/nemesis.test.ts'], {
    cwd: folder,
    stdio,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
    env: {
      ...process.env,
      ZAWADI_FAULTS_MINUTES: minutes,
      ZAWADI_FAULTS_SEED: values.seed,
      ...(only !== undefined && { ZAWADI_FAULTS_ONLY: only }),
    },
  });
  return { status: status ?? 1, printed: `${stdout}${stderr}` };
}

/** Runs the faults on a sabotaged copy. */
function trySabotage(sabotage: Sabotage): { isCaught: boolean; finding: string } {
  const copy = makeSabotagedCopy(ROOT, sabotage);
  try {
    const run = injectFaults(copy.folder, values.minutes ?? SABOTAGED_MINUTES, sabotage.faults, 'pipe');
    const finding = findingOf(run) ?? 'the run found nothing';
    return { isCaught: sabotage.brings.test(finding), finding: finding.slice(0, 160) };
  } finally {
    copy.remove();
  }
}

/**
 * Returns the first failure of a run, or undefined if it passed. A run that stops before it compares the books has
 * detected nothing.
 */
function findingOf({ status, printed }: { status: number; printed: string }): string | undefined {
  const [, finding] = /^\d+ failures:\n\s*(.*)$/m.exec(printed) ?? [];
  if (finding !== undefined || status === 0) return finding;
  const [reason = ''] = /\w*Error.*: .*/.exec(stripVTControlCharacters(printed)) ?? [];
  return `the run broke off: ${reason}`;
}
