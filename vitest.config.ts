import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/slowest-first.ts';

// `npm run test:long` runs the ones that take minutes, `npm run test:ha` those that need Patroni, `npm test` all others.
const LONG = '**/*.long.test.ts';
const HIGH_AVAILABILITY = '**/*.ha.test.ts';
const isLong = process.env['ZAWADI_LONG_TESTS'] !== undefined;
const isHighAvailability = process.env['ZAWADI_HA_TESTS'] !== undefined;
const apart = (isHighAvailability && HIGH_AVAILABILITY) || (isLong && LONG) || undefined;
const excluded = [LONG, HIGH_AVAILABILITY].filter((one) => one !== apart);

const PRODUCT = [
  'apps/{api,sandbox}/src/**/*.test.ts',
  'packages/**/*.test.ts',
  'tests/**/*.test.ts',
  'scripts/**/*.test.ts',
];

const isShuffled = process.env['ZAWADI_SHUFFLE'] !== undefined;

// Enough for a crowded machine: on a quiet one, no test takes a quarter of it.
const patience = { testTimeout: 240_000, hookTimeout: 300_000 };

export default defineConfig({
  test: {
    globalSetup: 'tests/global-setup.ts',
    // Most of a test's time goes by waiting for commits, callbacks and messages.
    maxWorkers: Math.min(8, 3 * availableParallelism()),
    sequence: isShuffled ? {} : { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'product',
          include: apart === undefined ? PRODUCT : [apart],
          exclude: ['**/node_modules/**', '**/dist/**', ...excluded],
          // The long ones measure how long a sign-in takes.
          setupFiles: isLong ? [] : 'apps/api/src/testing/quick-passwords.ts',
          // Loading the product again for every file would be a third of the work, and its modules keep no state.
          isolate: false,
          expect: { poll: { timeout: 10_000 } },
          ...patience,
        },
      },
      {
        test: {
          name: 'web',
          include: apart === undefined ? ['apps/web/src/**/*.test.{ts,tsx}'] : [],
          setupFiles: 'apps/web/src/testing/new-page.ts',
          // Loading React and the routes in a process of its own for every file would be half of the work.
          isolate: false,
          // These libraries keep the state of a page too, so each file loads them again, like our modules.
          server: { deps: { inline: [/@tanstack\/(?:react-query|query-core)/u] } },
          expect: { poll: { timeout: 10_000 } },
          // The server of a test is on a port of its own, and the page of a test on none.
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          ...patience,
        },
      },
    ],
  },
});
