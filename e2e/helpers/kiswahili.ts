import type { Page } from '@playwright/test';
import { words as claim } from '../../apps/web/src/i18n/sw/claim.ts';
import { words as door } from '../../apps/web/src/i18n/sw/door.ts';
import { words as house } from '../../apps/web/src/i18n/sw/house.ts';
import { words as reading } from '../../apps/web/src/i18n/sw/reading.ts';
import { words as help } from '../../apps/web/src/i18n/sw/shop-help.ts';
import { words as shop } from '../../apps/web/src/i18n/sw/shop.ts';
import { expect } from './test.ts';

const texts: Record<string, string> = { ...door, ...house, ...claim, ...reading, ...shop, ...help };
const swahili = new Set(Object.values(texts).flatMap(wordsIn));

/** Words of the catalogue's English texts that no Swahili text has. */
const english = new Set(
  Object.keys(texts)
    .flatMap(wordsIn)
    .filter((word) => !swahili.has(word)),
);

/**
 * Expects that nothing on the page, in a dialog or toast, or read out, is English: neither a text of the catalogue nor a
 * sentence made of its words. What is marked with a language of its own, such as the switch, may speak it; so may code.
 * @param allowed what people and shops have typed, such as names
 */
export async function expectKiswahili(page: Page, allowed: readonly string[] = []): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const strip = (text: string) => allowed.reduce((rest, typed) => rest.replaceAll(typed, ' '), text);
  const found = (await readOut(page)).filter((text) =>
    wordsIn(strip(text)).some((word) => english.has(word)),
  );
  expect(found, `English at ${new URL(page.url()).pathname}`).toEqual([]);
}

/** Every text that is seen or read out, each once. */
function readOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const OWN_LANGUAGE = '[lang]:not(html), code, pre, kbd, script, style, noscript';
    const READ = ['aria-label', 'title', 'placeholder', 'alt', 'data-tip', 'aria-description'];
    const shown = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.closest(OWN_LANGUAGE) === null && (element.closest('select') ?? element).checkVisibility(),
    );
    const texts = shown.flatMap((element) => [
      ...[...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data),
      ...READ.map((name) => element.getAttribute(name) ?? ''),
    ]);
    const all = [document.title, ...texts].map((text) => text.replaceAll(/\s+/gu, ' ').trim());
    return [...new Set(all)].filter((text) => text !== '');
  });
}

/** The words of a text without its values, tags, addresses and codes, in small letters. */
function wordsIn(text: string): string[] {
  return text
    .replaceAll(
      /\{\w+\}|<\/?\w+>|\S+@\S+|https?:\S+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Z0-9]*[0-9-][A-Z0-9-]*\b|\b[A-Z0-9]{2,}\b/gu,
      ' ',
    )
    .toLowerCase()
    .split(/[^\p{L}’']+/u)
    .filter((word) => word.length > 1);
}
