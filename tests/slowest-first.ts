import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What is over in a moment fills the gaps at the end.
const SLOWEST = [
  'scripts/',
  'tests/',
  'apps/api/src/every-call/',
  'apps/api/src/features/',
  'apps/api/',
  'packages/',
  'apps/web/',
];
/** Run one after the other: a worker that changes between files with and without a window has to start again. */
const PAGE = /\.test\.tsx$/u;

/**
 * A slow file that comes last keeps one worker busy and leaves the others idle. Vitest remembers how long each took; on a
 * machine where nothing has run yet this is what we know.
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
