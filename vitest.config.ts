import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/slowest-first.ts';

// `npm run test:long` runs the ones that take minutes, `npm test` all others.
const LONG = '**/*.long.test.ts';
const isLong = process.env['ZAWADI_LONG_TESTS'] !== undefined;

const PRODUCT = [
  'apps/{api,sandbox}/src/**/*.test.ts',
  'packages/**/*.test.ts',
  'tests/**/*.test.ts',
  'scripts/**/*.test.ts',
];

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
          include: isLong ? [LONG] : PRODUCT,
          exclude: ['**/node_modules/**', '**/dist/**', ...(isLong ? [] : [LONG])],
          // Loading the product again for every file would be a third of the work, and its modules keep no state.
          isolate: false,
          ...patience,
        },
      },
      // Here modules are the memory of a page, and every file is a page of its own.
      {
        test: {
          name: 'web',
          include: isLong ? [] : ['apps/web/src/**/*.test.{ts,tsx}'],
          setupFiles: 'apps/web/src/api/testing/prepare-seal.ts',
          // The server of a test is on a port of its own, and the page of a test on none.
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          ...patience,
        },
      },
    ],
  },
});
