import type { BrowserContext, Page } from '@playwright/test';
import type { SignedIn } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { expect } from '../helpers/test.ts';

/** Function that a walk calls at every screen and state: takes a picture, or examines the page. */
export type Look = (page: Page, name: string) => Promise<void>;

export type Walk = {
  page: Page;
  context: BrowserContext;
  world: World;
  sandboxUrl: string;
  meet: (firstName: string, lastName: string) => Promise<SignedIn>;
  mpesaBehaves: (change: object) => Promise<void>;
  look: Look;
};

/**
 * Opens a URL of the app and waits for its data. If the app is already open, navigates without a reload, because
 * reloads would take most of a walk's time. Use `page.goto` to refresh data that the app has in memory.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const isThere = await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = globalThis as unknown as {
      __TSR_ROUTER__?: { navigate: (to: { href: string }) => Promise<void> };
    };
    await router?.navigate({ href });
    return router !== undefined;
  }, address);
  if (!isThere) await page.goto(address);
  await hasData(page);
}

/** Waits until a page has its heading and all its data. */
export async function hasData(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
