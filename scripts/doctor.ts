import { runChecks, type CheckResult } from '../apps/api/src/features/office/system-checks/index.ts';
import { createLog } from '../apps/api/src/platform/log.ts';
import { runCommand } from './run-command.ts';

const MARKS = { good: 'good', broken: 'BROKEN', skipped: '-' } as const;

await runCommand('doctor', async (deps, { json: isJson }) => {
  // Standard output has only the results.
  const log = createLog({ level: 'warn', name: 'doctor', write: (line) => process.stderr.write(line) });
  const results = await runChecks({ ...deps, log }, { renewsToken: true });
  console.log(isJson === true ? JSON.stringify(results, undefined, 2) : tableOf(results));
  return results.every(({ result }) => result !== 'broken');
});

/** @returns a table of all checks, and below it one line with the remedy for each broken thing */
function tableOf(results: readonly CheckResult[]): string {
  const labelWidth = Math.max(...results.map(({ label }) => label.length));
  const table = results.map(
    ({ label, result, text }) => `${MARKS[result].padEnd(6)}  ${label.padEnd(labelWidth)}  ${text}`,
  );
  const faults = results.filter((one) => one.result === 'broken');
  const remedies = faults.map(({ label, text, nextStep }) => `${label}: ${text}. ${nextStep}`);
  const made = results.filter(({ result }) => result !== 'skipped').length;
  const sum =
    faults.length === 0
      ? `All ${made} checks passed.`
      : `${faults.length} of ${made} checks failed:\n\n${remedies.join('\n')}`;
  return `${table.join('\n')}\n\n${sum}`;
}
