import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};
type JourneySpec = {
  title: string;
  tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[];
};
type JourneySuite = { file: string; suites?: JourneySuite[]; specs?: JourneySpec[] };
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: JourneySuite[];
};

export type Defect = { title: string; isFailed: boolean; text: string };
/** Total time of the tests in a file. */
export type FileTime = { path: string; seconds: number };
export type Report = {
  passed: number;
  failed: number;
  skipped: number;
  defects: Defect[];
  files: FileTime[];
};

/** @returns undefined if the run ended before it could write a report */
export function readVitestReport(path: string, root: string): Report | undefined {
  const report = readJson(path) as VitestReport | undefined;
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: 0,
      defects: report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ failureMessages }) => failureMessages.length > 0)
          .map(({ fullName, status, failureMessages }) => ({
            title: `${relative(root, name)}: ${fullName}`,
            isFailed: status === 'failed',
            text: failureMessages.join('\n'),
          })),
      ),
      files: report.testResults.map(({ name, startTime, endTime }) => ({
        path: relative(root, name),
        seconds: (endTime - startTime) / 1_000,
      })),
    }
  );
}

/** @returns undefined if the run ended before it could write a report */
export function readPlaywrightReport(path: string): Report | undefined {
  const report = readJson(path) as PlaywrightReport | undefined;
  if (report === undefined) return undefined;
  const { expected, flaky, unexpected, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    defects: report.suites.flatMap(defectsOf),
    files: report.suites.map((suite) => ({ path: join('e2e', suite.file), seconds: secondsOf(suite) })),
  };
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

function secondsOf({ specs = [], suites = [] }: JourneySuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0) / 1_000;
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own);
}

export function linesOfSlowest(files: readonly FileTime[], count: number): string[] {
  return files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
