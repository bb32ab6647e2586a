export { recordChecks, secondsBetweenChecks } from './record-checks.ts';
export type { CheckResult } from './check.ts';
export { runChecks } from './run-checks.ts';
export { insertBackup, recordTrial } from './store.ts';
