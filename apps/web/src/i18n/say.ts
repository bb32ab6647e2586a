import { wordsFor } from './catalogue.ts';
import type { Text } from './catalogue.ts';

export type { Text } from './catalogue.ts';

/** The names in braces of a text. */
export type ValueNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

/** A text without values, as constants hold it until it is said. */
export type Phrase = { [T in Text]: [ValueNames<T>] extends [never] ? T : never }[Text];

type Values<T extends string> = [ValueNames<T>] extends [never]
  ? []
  : [values: Record<ValueNames<T>, string | number>];

/**
 * Says a text in the language in use: `say('{name} gets', { name })`. The English words are the key, so the screen
 * reads as itself. Called while rendering or acting, never while a module loads: the words may not be there yet.
 */
export function say<T extends Text>(text: T, ...[values]: Values<T>): string {
  return filled(wordsFor(text), values ?? {});
}

/** Says a sentence that comes from elsewhere, such as the contract's schemas; one we do not know stays as it is. */
export function translated(sentence: string): string {
  return wordsFor(sentence);
}

function filled(words: string, values: Partial<Record<string, string | number>>): string {
  return words.replace(/\{(\w+)\}/gu, (whole, name: string) => String(values[name] ?? whole));
}
