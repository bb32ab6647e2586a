import type { Page } from '@playwright/test';
import { englishAmong, OWN_LANGUAGE, READ } from '../../apps/web/src/testing/english-words.ts';
import { expect } from './test.ts';

/**
 * Expects that nothing on the page, in a dialog or toast, or read out, is English: neither a text of the catalogue nor a
 * sentence made of its words. What is marked with a language of its own, such as the switch, may speak it; so may code.
 * @param allowed what people and shops have typed, such as names
 */
export async function expectKiswahili(page: Page, allowed: readonly string[] = []): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const found = englishAmong(await readOut(page), allowed);
  expect(found, `English at ${new URL(page.url()).pathname}`).toEqual([]);
}

/** Every text that is seen or read out. */
function readOut(page: Page): Promise<string[]> {
  return page.evaluate(
    ([ownLanguage, read]) => {
      const shown = [...document.querySelectorAll('body *')].filter(
        (element) =>
          element.closest(ownLanguage) === null && (element.closest('select') ?? element).checkVisibility(),
      );
      const texts = shown.flatMap((element) => [
        ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
        ...read.map((name) => element.getAttribute(name) ?? ''),
      ]);
      return [document.title, ...texts];
    },
    [OWN_LANGUAGE, READ] as const,
  );
}
