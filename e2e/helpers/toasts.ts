import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The toast that says something; the page's clock must stand still, so that it does not go by itself. */
export function toastOf(page: Page, title: string) {
  return page.getByRole('region', { name: 'Notifications' }).locator('.toast').filter({ hasText: title });
}

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

/** A toast is alone, and lies on nothing that can be pressed or typed in, on a phone as on a desk. */
export async function expectToCoverNothing(page: Page, title: string): Promise<void> {
  await expect(toastOf(page, title)).toBeVisible();
  await expectFreeControls(page);
}

/** What stands above the page, a toast or the note of a new version, is alone and lies on no control. */
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
    // What lies below an open dialog cannot be pressed.
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

    // The first crumb has a line of its own where there is no room for it, which its bar hides.
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
