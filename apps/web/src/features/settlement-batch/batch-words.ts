import { say, translated } from '../../i18n/say.ts';
import type { Text, ValueNames } from '../../i18n/say.ts';

/** What the server says of batches with a value in it. */
const WITH_VALUES = [
  'Pay-out to {destination} started',
  'Paid, reference {reference}',
  'Not paid: {reason}',
  'Canceled: {reason}',
] as const satisfies Text[];

/** A sentence that the server says of a batch, in the language in use. What it does not know stays as it is. */
export function batchSentence(sentence: string): string {
  for (const text of WITH_VALUES) {
    const [before = '', name = '', after = ''] = text.split(/[{}]/u);
    if (sentence.startsWith(before) && sentence.endsWith(after) && sentence !== before + after) {
      const value = sentence.slice(before.length, sentence.length - after.length);
      // The reason within is a sentence of the server as well.
      const values = { [name]: translated(value) } as Record<ValueNames<typeof text>, string>;
      return say(text, values);
    }
  }
  return translated(sentence);
}

/** `2.1 days`, as the server says it, in the language in use. */
export function daysInWords(days: string): string {
  const [count = ''] = days.split(' ');
  return say('{count} days', { count });
}
