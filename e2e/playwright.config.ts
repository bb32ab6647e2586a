import { defineConfig } from '@playwright/test';
import { findBrowsers } from '../scripts/find-browser.ts';

// Each worker evaluates this file again. Environment variables pass on the browsers found the first time.
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
// Chromium cannot use its own sandbox as root.
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

// `npm run test:long` runs these tests, one at a time, because some measure times on a simulated cheap phone.
const LONG = '*.long.spec.ts';
const isLong = process.env['ZAWADI_LONG_TESTS'] !== undefined;

export default defineConfig({
  testDir: '.',
  testMatch: isLong ? LONG : '*.spec.ts',
  // screens.spec.ts takes a picture of every screen and proves nothing, so only SCREENS=1 includes it.
  testIgnore: [
    ...(process.env['SCREENS'] === undefined ? ['screens.spec.ts'] : []),
    ...(isLong ? [] : [LONG]),
  ],
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Each worker gets its own system; `npm test` sets more workers.
  workers: 1,
  // A test that fails once has found a defect, in the product or in the test. `npm test` retries and reports it.
  retries: 0,
  // Long time-outs for a busy machine, a third as fast as an idle one. A passing step does not wait for them.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Block service workers, because each would fetch the app's whole shell. Tests about the service worker allow it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every step costs a third of the time; TRACE=1 keeps traces of failed journeys.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: shell, args: [...QUIET, ...AS_ROOT] },
  },
});
