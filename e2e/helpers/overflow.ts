import type { Page } from '@playwright/test';
import { cutFigures } from './cut-text.ts';

/**
 * Finds the elements that make the page scroll sideways. Returns the innermost elements, with their text, without which
 * the page would not scroll. If only several elements together cause the scrolling, returns all that stick out of the
 * window on the right.
 */
export function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Finish transitions: an element that still moves after a change of the width is not too wide.
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
    const root = document.documentElement;
    const isTooWide = () => root.scrollWidth > root.clientWidth;
    if (!isTooWide()) return [];
    const width = `${root.scrollWidth} px of ${root.clientWidth}`;
    const elements = [...document.querySelectorAll<HTMLElement | SVGElement>('body *')];
    const causes = elements.filter((element) => {
      const { display } = element.style;
      element.style.display = 'none';
      const isCause = !isTooWide();
      element.style.display = display;
      return isCause;
    });
    const innermost = causes.filter((cause) => !causes.some((one) => one !== cause && cause.contains(one)));
    const wide = elements.filter((element) => element.getBoundingClientRect().right > root.clientWidth);
    const named = (innermost.length > 0 ? innermost : wide).map(
      (element) =>
        `${element.tagName} ${element.getAttribute('class') ?? ''}: ${element.textContent.slice(0, 80)}`,
    );
    return [width, ...named];
  });
}

/** Returns `overflowOf` at 320 pixels, the narrowest phone, and restores the window's width. */
export async function overflowAt320(page: Page): Promise<string[]> {
  return atWidth(page, 320, () => overflowOf(page));
}

/** Returns `overflowOf` at each of these widths, and restores the window's width. */
export async function overflowAtWidths(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) found.push(...(await atWidth(page, width, () => overflowOf(page))));
  return found;
}

/** Returns `overflowOf` and cut amounts at 1024 pixels, the width of a small laptop. */
export async function brokenOnSmallLaptops(page: Page): Promise<string[]> {
  return atWidth(page, 1024, async () => [...(await overflowOf(page)), ...(await cutFigures(page))]);
}

/** Returns `overflowAt320` and cut amounts and receipts, with large text also `overflowAtTwiceTheText`. */
export async function brokenOnSmallPhones(
  page: Page,
  { hasLargeText }: { hasLargeText: boolean },
): Promise<string[]> {
  return atWidth(page, 320, async () => {
    const narrow = [...(await overflowOf(page)), ...(await cutFigures(page))];
    return hasLargeText ? [...narrow, ...(await withLargeText(page))] : narrow;
  });
}

/** Returns `overflowOf` on a small phone with the text size doubled. */
export async function overflowAtTwiceTheText(page: Page): Promise<string[]> {
  return keepingSize(page, () => withLargeText(page));
}

async function withLargeText(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const found = await overflowOf(page);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return found;
}

async function atWidth(page: Page, width: number, look: () => Promise<string[]>): Promise<string[]> {
  return keepingSize(page, async () => {
    await page.setViewportSize({ width, height: 640 });
    return look();
  });
}

async function keepingSize(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const usual = page.viewportSize();
  const found = await look();
  if (usual !== null) await page.setViewportSize(usual);
  return found;
}
