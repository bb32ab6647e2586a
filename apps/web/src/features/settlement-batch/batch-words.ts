import { say, translated } from '../../i18n/say.ts';
import type { Text, ValueNames } from '../../i18n/say.ts';

/** The server's sentences about batches that contain a value. */
const WITH_VALUES = [
  'Pay-out to {destination} started',
  'Paid, reference {reference}',
  'Not paid: {reason}',
  'Canceled: {reason}',
] as const satisfies Text[];

/** Translates the server's sentence about a batch; leaves an unknown one as it is. */
export function batchSentence(sentence: string): string {
  for (const text of WITH_VALUES) {
    const [before = '', name = '', after = ''] = text.split(/[{}]/u);
    if (sentence.startsWith(before) && sentence.endsWith(after) && sentence !== before + after) {
      const value = sentence.slice(before.length, sentence.length - after.length);
      // The reason inside is a sentence of the server as well.
      const values = { [name]: translated(value) } as Record<ValueNames<typeof text>, string>;
      return say(text, values);
    }
  }
  return translated(sentence);
}

/** Translates the server's `2.1 days`. */
export function daysInWords(days: string): string {
  const [count = ''] = days.split(' ');
  return say('{count} days', { count });
}
