import type { Page } from '@playwright/test';

/**
 * Amounts and receipts that end in an ellipsis, or at the edge of a box that hides the rest: half a figure is another
 * figure. What can be scrolled is not cut.
 */
export function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const figure =
      /KES|\d[\d,]*\.\d\d\b|\d{1,3}(?:,\d{3})+|\bST-\d{8}|\b(?=[A-Z0-9]*\d)(?=\d*[A-Z])[A-Z0-9]{8,}\b/u;
    const isCut = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isHiding = textOverflow === 'ellipsis' || overflowX === 'hidden' || overflowX === 'clip';
      return isHiding && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
    };
    return [...document.querySelectorAll('main *, dialog[open] *')]
      .filter((element) => element.checkVisibility() && isCut(element))
      .filter((element) => figure.test(element.textContent))
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent.slice(0, 60)}`);
  });
}
