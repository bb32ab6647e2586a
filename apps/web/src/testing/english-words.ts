import { words as claim } from '../i18n/sw/claim.ts';
import { words as door } from '../i18n/sw/door.ts';
import { words as house } from '../i18n/sw/house.ts';
import { words as reading } from '../i18n/sw/reading.ts';
import { words as help } from '../i18n/sw/shop-help.ts';
import { words as shop } from '../i18n/sw/shop.ts';

const texts: Record<string, string> = { ...door, ...house, ...claim, ...reading, ...shop, ...help };
const swahili = new Set(Object.values(texts).flatMap(wordsIn));

/** Words that occur in the catalogue's English texts, but in no Swahili text. */
const english = new Set(
  Object.keys(texts)
    .flatMap(wordsIn)
    .filter((word) => !swahili.has(word)),
);

/** Elements with their own language, such as the language switch, or without a language, such as code. */
export const OWN_LANGUAGE = '[lang]:not(html), code, pre, kbd, script, style, noscript';

/** Attributes that screen readers read aloud. */
export const READ = ['aria-label', 'title', 'placeholder', 'alt', 'data-tip', 'aria-description'];

/**
 * Returns those texts that contain English.
 * @param allowed texts typed by people and shops, such as names
 */
export function englishAmong(texts: readonly string[], allowed: readonly string[] = []): string[] {
  const strip = (text: string) => allowed.reduce((rest, typed) => rest.replaceAll(typed, ' '), text);
  const read = texts.map((text) => text.replaceAll(/\s+/gu, ' ').trim());
  return [...new Set(read)].filter((text) => wordsIn(strip(text)).some((word) => english.has(word)));
}

/** Returns the words of a text in lower case, without values, tags, email addresses and codes. */
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
