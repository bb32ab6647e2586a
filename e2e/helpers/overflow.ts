import type { Page } from '@playwright/test';

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
  return overflowAtWidth(page, 320);
}

/** The same on a small phone whose owner has doubled the size of the text. */
export async function overflowAtTwiceTheText(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const found = await overflowAtWidth(page, 360);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return found;
}

async function overflowAtWidth(page: Page, width: number): Promise<string[]> {
  const usual = page.viewportSize();
  await page.setViewportSize({ width, height: 640 });
  const found = await overflowOf(page);
  if (usual !== null) await page.setViewportSize(usual);
  return found;
}
