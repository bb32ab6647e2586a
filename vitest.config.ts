import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'apps/**/src/**/*.test.{ts,tsx}',
      'packages/**/*.test.ts',
      'tests/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**'],
    globalSetup: 'tests/global-setup.ts',
    // Most of a test's time goes by waiting for commits, callbacks and messages.
    maxWorkers: Math.min(8, 2 * availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
