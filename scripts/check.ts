import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { findUnsupportedFeatures } from './check-browsers.ts';
import { findDatabaseProblems } from './check-database.ts';
import { findNameMismatches } from './check-names.ts';
import { findMissingDocPaths } from './check-doc-paths.ts';
import { findUnclearChanges } from './changes/section.ts';
import { findLongFiles, findUnclearMigrations } from './check-files.ts';
import { findUnclearProse } from './check-prose.ts';
import { findUnclearSubjects } from './check-subjects.ts';
import { findChangedWireSamples } from './check-wire-samples.ts';
import { createPassedBefore } from './passed-before.ts';
import { problemsOfDocument } from './spec-coverage.ts';

type Check = {
  name: string;
  /** Files that determine the result. Missing if the check is as fast as the lookup of its last result. */
  reads?: RegExp;
  find: () => Promise<string>;
};

const ROOT = resolve(import.meta.dirname, '..');
// Includes the tools' settings (JSON or scripts), and the generated database types, which are code.
const CODE = /\.(?:ts|tsx|mjs|js|json|css|html|svg)$/u;

// Sources of a fresh database, and the files generated from it.
const DATABASE =
  /^apps\/api\/(?:database|src\/platform)\/|^docs\/states\.md$|^scripts\/(?:database-catalogue|generate-db-types|embedded-postgres.*)\.ts$/u;

const CHECKS: Check[] = [
  { name: 'format', reads: /./u, find: () => run('oxfmt', '--check') },
  { name: 'lint', reads: CODE, find: () => run('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types, Node', reads: CODE, find: () => run('tsc', '--project', '.') },
  { name: 'types, web', reads: CODE, find: () => run('tsc', '--project', 'apps/web') },
  {
    name: 'types, SDK',
    reads: CODE,
    find: () => run('tsc', '--project', 'packages/sdk/tsconfig.build.json'),
  },
  { name: 'types, journeys', reads: CODE, find: () => run('tsc', '--project', 'e2e') },
  {
    name: 'boundaries',
    reads: new RegExp(`${CODE.source}|^ARCHITECTURE[.]md$`, 'u'),
    find: () => run('depcruise', 'apps', 'packages', 'scripts', 'tests', 'bench', 'e2e'),
  },
  { name: 'dead code', reads: CODE, find: () => run('knip', '--no-progress', '--no-config-hints') },
  { name: 'document paths', find: async () => findMissingDocPaths().join('\n') },
  { name: 'prose', find: async () => findUnclearProse().join('\n') },
  { name: 'commit subjects', find: async () => findUnclearSubjects().join('\n') },
  { name: 'changes', find: async () => findUnclearChanges().join('\n') },
  { name: 'names', find: async () => (await findNameMismatches()).join('\n') },
  { name: 'browsers', find: async () => findUnsupportedFeatures().join('\n') },
  { name: 'file length', find: async () => findLongFiles().join('\n') },
  { name: 'sentences', find: async () => problemsOfDocument().join('\n') },
  {
    name: 'database',
    reads: DATABASE,
    find: () => run(process.execPath, 'scripts/generate-db-types.ts', '--verify'),
  },
  { name: 'database objects', find: async () => findDatabaseProblems().join('\n') },
  { name: 'migrations', find: async () => findUnclearMigrations().join('\n') },
  { name: 'wire samples', find: async () => findChangedWireSamples().join('\n') },
];

// dependency-cruiser warns that it can load no TypeScript compiler. swc parses the sources instead.
const FALSE_ALARM = '‼ missing-tsc-transpiler';

const passedBefore = createPassedBefore(ROOT);
const outcomes = await Promise.all(CHECKS.map(measure));
passedBefore.remember(
  outcomes.flatMap(({ name, reads, problems }) =>
    reads === undefined ? [] : [{ name, reads, hasPassed: problems === '' }],
  ),
);
const failed = outcomes.filter((outcome) => outcome.problems !== '');
for (const { name, problems } of failed) console.log(`── ${name} ──\n${problems}\n`);
for (const { name, problems, seconds } of outcomes) {
  const took = seconds === undefined ? 'unchanged' : `${seconds.toFixed(1).padStart(5)} s`;
  console.log(`${problems === '' ? '✓' : '✗'} ${name.padEnd(16)} ${took}`);
}
if (failed.length > 0) {
  console.log(
    `\n${failed.length} of ${outcomes.length} checks failed; their reports are above. npm run format fixes the format.`,
  );
  process.exitCode = 1;
}

async function measure(check: Check): Promise<Check & { problems: string; seconds?: number }> {
  const { name, reads } = check;
  if (reads !== undefined && passedBefore.has(name, reads)) return { ...check, problems: '' };
  const startedAt = performance.now();
  const problems = await check.find();
  return { ...check, problems, seconds: (performance.now() - startedAt) / 1000 };
}

/** @returns the tool's output if it failed, otherwise an empty string */
function run(tool: string, ...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => {
      const [report = ''] = Buffer.concat(chunks).toString('utf8').split(FALSE_ALARM);
      resolve(code === 0 ? '' : report.trim() || `${tool} failed with exit code ${code}`);
    });
  });
}
