import type { Locator, Page } from '@playwright/test';

/** Narrows a list to a period, typed as people type days. */
export async function choosePeriod(
  page: Page,
  { name = 'Period', ...days }: { name?: string; from?: string; to?: string },
): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}:`, 'u') }).click();
  const popup = page.getByRole('dialog', { name });
  if (days.from !== undefined) await popup.getByLabel('From', { exact: true }).fill(days.from);
  if (days.to !== undefined) await popup.getByLabel('Until', { exact: true }).fill(days.to);
  await popup.getByRole('button', { name: /^Show/u }).click();
}

/** Opens the filters that stand behind a button. */
export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filter/u }).click();
  return page.getByRole('dialog', { name: 'Filter' });
}

/**
 * Changes several fields within one task of the page, as a program that fills forms does, so that the page has not
 * drawn the first change when the second comes.
 * @param changes label and value of each field
 * @param pressed the words of a button that is pressed after them
 */
export async function changeAtOnce(
  page: Page,
  changes: readonly (readonly [string, string])[],
  pressed: string,
): Promise<void> {
  for (const [label] of changes) await page.getByLabel(label, { exact: true }).waitFor();
  await page.evaluate(
    ([wanted, words]) => {
      for (const [label, value] of wanted) {
        const field =
          document.querySelector(`[aria-label="${label}"]`) ??
          [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === label)?.control;
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
      [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === words)?.click();
    },
    [changes, pressed] as const,
  );
}
