import type { Page } from '@playwright/test';

/**
 * Changes several fields within one task of the page, as a program that fills forms does, so that the page has not
 * drawn the first change when the second comes.
 * @param changes label and value of each field
 */
export async function changeAtOnce(
  page: Page,
  changes: readonly (readonly [string, string])[],
): Promise<void> {
  for (const [label] of changes) await page.getByLabel(label, { exact: true }).waitFor();
  await page.evaluate((wanted) => {
    for (const [label, value] of wanted) {
      const field = [...document.querySelectorAll('label')].find(
        (one) => one.textContent?.trim() === label,
      )?.control;
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement))
        throw new Error(`No field ${label}`);
      // React hears of a change only past its own setter.
      const prototype =
        field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
      field.dispatchEvent(
        new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
      );
    }
  }, changes);
}
