import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Folders with slow test files, slowest first. Fast files then fill the gaps at the end of a run.
const SLOWEST = [
  'scripts/',
  'tests/',
  'apps/api/src/every-call/',
  'apps/api/src/features/',
  'apps/api/',
  'packages/',
  'apps/web/',
];
/**
 * Test files that need a browser window. Keep them together: a worker restarts when it switches between files with and
 * without a window.
 */
const PAGE = /\.test\.tsx$/u;

/**
 * Sorts slow files first, because a slow file at the end keeps one worker busy and the others idle. Vitest remembers
 * the duration of each file. On a machine without earlier runs, `SLOWEST` decides.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isPage = ({ moduleId }: TestSpecification) => Number(PAGE.test(moduleId));
    return sorted.toSorted(
      (one, other) => this.#rank(one) - this.#rank(other) || isPage(other) - isPage(one),
    );
  }

  #rank({ moduleId }: TestSpecification): number {
    const path = relative(this.ctx.config.root, moduleId);
    const rank = SLOWEST.findIndex((folder) => path.startsWith(folder));
    return rank === -1 ? SLOWEST.length : rank;
  }
}
