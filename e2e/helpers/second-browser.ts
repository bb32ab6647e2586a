import type { Browser, Page } from '@playwright/test';
import { addressOf } from './addresses.ts';

/** Runs `play` in a second browser with its own session, and closes the browser. */
export async function withSecondBrowser(
  browser: Browser,
  play: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: addressOf('ZAWADI_URL'), reducedMotion: 'reduce' });
  try {
    await play(await context.newPage());
  } finally {
    await context.close();
  }
}
