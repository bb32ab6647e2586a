import type { Browser, Page } from '@playwright/test';
import { addressOf } from './addresses.ts';

/** Runs work in another user's browser with a session of its own, and closes it. */
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
