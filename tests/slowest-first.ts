import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Fast files fill the gaps at the end.
const SLOWEST = [
  'scripts/',
  'tests/',
  'apps/api/src/every-call/',
  'apps/api/src/features/',
  'apps/api/',
  'packages/',
  'apps/web/',
];
/** Run one after the other: a worker that switches between files with and without a window has to restart. */
const PAGE = /\.test\.tsx$/u;

/**
 * Sorts slow files first, because a slow file at the end keeps one worker busy and the others idle. Vitest remembers
 * the duration of each file. On a machine without earlier runs, this list is used.
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
