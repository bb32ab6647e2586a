import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Returns the toast with this title. The caller must have stopped the page's clock, so that the toast does not close.
 */
export function toastOf(page: Page, title: string) {
  return page.getByRole('region', { name: 'Notifications' }).locator('.toast').filter({ hasText: title });
}

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

/** Checks that a toast is the only one and covers no control, at phone width and at desk width. */
export async function expectToCoverNothing(page: Page, title: string): Promise<void> {
  await expect(toastOf(page, title)).toBeVisible();
  await expectFreeControls(page);
}

/** Checks that only one overlay is open (a toast, or the note of a new version), and that it covers no control. */
export async function expectFreeControls(page: Page): Promise<void> {
  const usual = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await coveredControls(page), `on ${size.width} px`).toEqual([]);
  }
  if (usual !== null) await page.setViewportSize(usual);
}

function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo(0, 0);
    const toasts = [...document.querySelectorAll('.toast, .update-note')];
    const [box] = toasts.map((toast) => toast.getBoundingClientRect());
    if (box === undefined || toasts.length > 1) return [`${toasts.length} toasts`];
    // Controls below an open dialog cannot be pressed anyway.
    const place = document.querySelector('dialog[open]') ?? document.body;
    return [...place.querySelectorAll('button, a[href], input, select, textarea')]
      .filter((element) => element.closest('.toaster') === null && element.checkVisibility())
      .filter((element) => {
        const rectangle = element.getBoundingClientRect();
        const { left, right, top, bottom, width } = rectangle;
        const meets = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        return meets && width > 1 && !isClipped(element, rectangle);
      })
      .map((element) => element.outerHTML.slice(0, 120));

    // Returns whether a clipping parent hides the element. Without room, the first breadcrumb wraps to a line that its
    // bar hides.
    function isClipped(element: Element, { top, bottom }: DOMRect): boolean {
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY !== 'hidden') continue;
        const clip = around.getBoundingClientRect();
        if (top >= clip.bottom || bottom <= clip.top) return true;
      }
      return false;
    }
  });
}
