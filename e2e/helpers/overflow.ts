import type { Page } from '@playwright/test';
import { cutFigures } from './cut-text.ts';

/** What sticks out to the right of the window, when the page can be scrolled sideways. */
export function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}`);
  });
}

/** The same on the narrowest phone; the window is as wide as before afterwards. */
export async function overflowAt320(page: Page): Promise<string[]> {
  return atWidth(page, 320, () => overflowOf(page));
}

/** The same, with the amounts and receipts that are cut there. */
export async function brokenAt320(page: Page): Promise<string[]> {
  return atWidth(page, 320, async () => [...(await overflowOf(page)), ...(await cutFigures(page))]);
}

/** The same on a small phone whose owner has doubled the size of the text. */
export async function overflowAtTwiceTheText(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const found = await atWidth(page, 360, () => overflowOf(page));
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return found;
}

async function atWidth(page: Page, width: number, look: () => Promise<string[]>): Promise<string[]> {
  const usual = page.viewportSize();
  await page.setViewportSize({ width, height: 640 });
  const found = await look();
  if (usual !== null) await page.setViewportSize(usual);
  return found;
}
