import { wordsFor } from './catalogue.ts';
import type { Text } from './catalogue.ts';

export type { Text } from './catalogue.ts';

/** The names in braces that a text contains. */
export type ValueNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;

/** A text without values. A constant may hold it until `say` translates it. */
export type Phrase = { [T in Text]: [ValueNames<T>] extends [never] ? T : never }[Text];

type Values<T extends string> = [ValueNames<T>] extends [never]
  ? []
  : [values: Record<ValueNames<T>, string | number>];

/**
 * Translates a text into the current language: `say('{name} gets', { name })`. The English text is the key, so that the
 * source shows what the screen shows. Call it while rendering or handling events. Never call it while a module loads:
 * the Swahili texts may not have loaded yet.
 */
export function say<T extends Text>(text: T, ...[values]: Values<T>): string {
  return filled(wordsFor(text), values ?? {});
}

/**
 * Translates a sentence that comes from elsewhere, for example the contract's schemas; returns an unknown sentence
 * unchanged.
 */
export function translated(sentence: string): string {
  return wordsFor(sentence);
}

function filled(words: string, values: Partial<Record<string, string | number>>): string {
  return words.replace(/\{(\w+)\}/gu, (whole, name: string) => String(values[name] ?? whole));
}
