import { say, translated } from '../../i18n/say.ts';
import type { Text, ValueNames } from '../../i18n/say.ts';

/** Sentences of the server about batches that contain a value. */
const WITH_VALUES = [
  'Pay-out to {destination} started',
  'Paid, reference {reference}',
  'Not paid: {reason}',
  'Canceled: {reason}',
] as const satisfies Text[];

/** Translates a sentence of the server about a batch; returns an unknown sentence unchanged. */
export function batchSentence(sentence: string): string {
  for (const text of WITH_VALUES) {
    const [before = '', name = '', after = ''] = text.split(/[{}]/u);
    if (sentence.startsWith(before) && sentence.endsWith(after) && sentence !== before + after) {
      const value = sentence.slice(before.length, sentence.length - after.length);
      // The value may be a reason, which is itself a sentence of the server.
      const values = { [name]: translated(value) } as Record<ValueNames<typeof text>, string>;
      return say(text, values);
    }
  }
  return translated(sentence);
}

/** Translates the server's text for a number of days, for example `2.1 days`. */
export function daysInWords(days: string): string {
  const [count = ''] = days.split(' ');
  return say('{count} days', { count });
}
