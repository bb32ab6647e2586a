import { wordsFor } from './catalogue.ts';
import type { Text } from './catalogue.ts';

export type { Text } from './catalogue.ts';

/** Names in braces within a text. */
export type ValueNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

/** A text without values, which a constant may hold until `say` translates it. */
export type Phrase = { [T in Text]: [ValueNames<T>] extends [never] ? T : never }[Text];

type Values<T extends string> = [ValueNames<T>] extends [never]
  ? []
  : [values: Record<ValueNames<T>, string | number>];

/**
 * Translates a text into the current language: `say('{name} gets', { name })`. The English text is the key, so the
 * source reads like the screen. Call it while rendering or handling events, never while a module loads: the words may
 * not have loaded yet.
 */
export function say<T extends Text>(text: T, ...[values]: Values<T>): string {
  return filled(wordsFor(text), values ?? {});
}

/** Translates a sentence from elsewhere, such as the contract's schemas; leaves an unknown one as it is. */
export function translated(sentence: string): string {
  return wordsFor(sentence);
}

function filled(words: string, values: Partial<Record<string, string | number>>): string {
  return words.replace(/\{(\w+)\}/gu, (whole, name: string) => String(values[name] ?? whole));
}
