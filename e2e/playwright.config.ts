import { defineConfig } from '@playwright/test';
import { findBrowsers } from '../scripts/find-browser.ts';

// Workers read this file again; they find what the first reading found.
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
  // There is none to be had here, and to play one costs half a core.
  '--disable-gpu',
];
// Chromium refuses its own sandbox to root.
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

// `npm run test:long` runs these, one at a time: some measure how long a cheap phone takes.
const LONG = '*.long.spec.ts';
const isLong = process.env['ZAWADI_LONG_TESTS'] !== undefined;

export default defineConfig({
  testDir: '.',
  testMatch: isLong ? LONG : '*.spec.ts',
  // The first takes a picture of every screen and proves nothing; SCREENS=1 asks for it.
  testIgnore: [
    ...(process.env['SCREENS'] === undefined ? ['screens.spec.ts'] : []),
    ...(isLong ? [] : [LONG]),
  ],
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Each worker gets a system of its own; `npm test` asks for more of them.
  workers: 1,
  // A journey that fails once has found a defect, in the product or in itself; `npm test` tries again and names it.
  retries: 0,
  // Patience for a crowded machine, a third as fast as a quiet one; what holds is found at once on either.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Each journey would install it anew, which fetches the whole shell; those it is about allow it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // A trace of every step costs a third of the time; TRACE=1 keeps those of journeys that fail.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: shell, args: [...QUIET, ...AS_ROOT] },
  },
});
