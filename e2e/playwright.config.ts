import { defineConfig } from '@playwright/test';
import { findBrowsers } from '../scripts/find-browser.ts';

// Workers read this file again, and reuse the browsers found by the first reading.
const { whole, shell } = await findBrowsers((line) => console.log(line));
Object.assign(process.env, {
  HEADLESS_SHELL_PATH: shell,
  ...(whole !== undefined && { CHROME_PATH: whole }),
});

const QUIET = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // There is no GPU here, and emulating one costs half a core.
  '--disable-gpu',
];
// Chromium refuses its own sandbox to root.
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

// `npm run test:long` runs these, one at a time, because some measure times on a cheap phone.
const LONG = '*.long.spec.ts';
const isLong = process.env['ZAWADI_LONG_TESTS'] !== undefined;

export default defineConfig({
  testDir: '.',
  testMatch: isLong ? LONG : '*.spec.ts',
  // The first one takes a picture of every screen and proves nothing; SCREENS=1 includes it.
  testIgnore: [
    ...(process.env['SCREENS'] === undefined ? ['screens.spec.ts'] : []),
    ...(isLong ? [] : [LONG]),
  ],
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Each worker gets its own system; `npm test` sets more workers.
  workers: 1,
  // A journey that fails once has found a defect, in the product or in itself. `npm test` retries it and reports it.
  retries: 0,
  // Generous for a crowded machine, a third as fast as an idle one. A passing step does not wait on either.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Otherwise each journey would install the worker, which fetches the whole shell. Journeys about it allow it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every step costs a third of the time; TRACE=1 keeps traces of failed journeys.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: shell, args: [...QUIET, ...AS_ROOT] },
  },
});
