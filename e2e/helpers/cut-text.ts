import type { Page } from '@playwright/test';

/**
 * Finds amounts and receipts cut by an ellipsis or by the edge of a clipping box, because half an amount reads as
 * another amount. Scrollable text does not count as cut.
 */
export function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const figure =
      /KES|\d[\d,]*\.\d\d\b|\d{1,3}(?:,\d{3})+|\bST-\d{8}|\b(?=[A-Z0-9]*\d)(?=\d*[A-Z])[A-Z0-9]{8,}\b/u;
    const isCut = (text: Text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { right } = range.getBoundingClientRect();
      for (let box = text.parentElement; box; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll') return false;
        const isHiding = overflowX === 'hidden' || overflowX === 'clip';
        // Ignore text for screen readers only, which is one pixel wide.
        if (isHiding && box.clientWidth <= 1) return false;
        if (isHiding && right > box.getBoundingClientRect().right + 1) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('main *, dialog[open] *')]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => [...element.childNodes].filter((node) => node instanceof Text))
      .filter((text) => figure.test(text.data) && isCut(text))
      .map((text) => `${text.parentElement?.className ?? ''}: ${text.data.slice(0, 60)}`);
  });
}
