import type { LaunchOptions } from '@playwright/test';
import { findBrowsers } from '../../scripts/find-browser.ts';

type Launch = (
  fixtures: { launchOptions: LaunchOptions },
  use: (options: LaunchOptions) => Promise<void>,
) => Promise<void>;

/** Whether a complete browser is installed, with camera and notifications. The Chromium from npm has neither. */
export const hasWholeBrowser = process.env['CHROME_PATH'] !== undefined;

/** Options for `test.use({ launchOptions })`: the browser with cameras and notifications, which the shell lacks. */
export function wholeBrowser(...args: string[]): [Launch, { scope: 'worker' }] {
  return [
    async ({ launchOptions }, use) => {
      const { whole } = await findBrowsers(() => undefined);
      await use({
        ...launchOptions,
        executablePath: whole ?? launchOptions.executablePath,
        args: [...(launchOptions.args ?? []), ...args],
      });
    },
    { scope: 'worker' },
  ];
}
