import type { BrowserContext, Page } from '@playwright/test';
import type { SignedIn } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { expect } from '../helpers/test.ts';

/** Called at every screen and state that a walk comes by: takes its picture, or examines it. */
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
 * Goes to an address of the app and waits until its data is there. The app is not loaded anew where it is open, which
 * takes most of the time of a walk; `page.goto` is for data that it holds already.
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
