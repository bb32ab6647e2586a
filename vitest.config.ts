import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/slowest-first.ts';

const patience = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    globalSetup: 'tests/global-setup.ts',
    // Most of a test's time goes by waiting for commits, callbacks and messages.
    maxWorkers: Math.min(8, Math.ceil(2.5 * availableParallelism())),
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'product',
          include: [
            'apps/{api,sandbox}/src/**/*.test.ts',
            'packages/**/*.test.ts',
            'tests/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // To load the product anew for every file would be a third of the work, and its modules keep nothing in mind.
          isolate: false,
          ...patience,
        },
      },
      // Here modules are the memory of a page, and every file is a page of its own.
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          // The server of a test is on a port of its own, and the page of a test on none.
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          ...patience,
        },
      },
    ],
  },
});
