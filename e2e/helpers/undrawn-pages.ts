import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, TestInfo } from '@playwright/test';
import { UNDRAWN } from '../../scripts/test/undrawn.ts';

const PATIENCE_MS = 10_000;

/**
 * Looks for pages whose scripts run although the browser draws no frame of them. Playwright's clicks and pictures wait
 * for frames, so such a page fails a test whatever the product does. Attaches the addresses of such pages to the test.
 */
export async function attachUndrawnPages(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  const undrawn: string[] = [];
  for (const page of context.pages()) if (await isUndrawn(page)) undrawn.push(page.url());
  if (undrawn.length > 0)
    await testInfo.attach(UNDRAWN, { body: undrawn.join('\n'), contentType: 'text/plain' });
}

async function isUndrawn(page: Page): Promise<boolean> {
  const [runs, draws] = await Promise.all([
    within(page.evaluate(() => true)),
    within(page.evaluate(() => new Promise<true>((drawn) => requestAnimationFrame(() => drawn(true))))),
  ]);
  return runs && !draws;
}

/** Returns whether the page answers in time. A page that was closed does not. */
async function within(answer: Promise<true>): Promise<boolean> {
  return Promise.race([answer.catch(() => false), setTimeout(PATIENCE_MS, false)]);
}
