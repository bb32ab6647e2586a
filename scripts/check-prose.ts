import { HABITS } from './prose/dialect.ts';
import { readSentences, type Sentence } from './prose/sentences.ts';

const MOST_WORDS_MEDIAN = 18;

/** @returns one sentence for each place that reads like the old dialect, and for each document whose sentences are long */
export function findUnclearProse(sentences: readonly Sentence[] = readSentences()): string[] {
  return [...sentences.flatMap(dialectOf), ...findLongWinded(sentences)];
}

function dialectOf({ kind, path, line, text }: Sentence): string[] {
  const isOnScreen = kind === 'screen' || kind === 'error';
  return HABITS.flatMap(({ pattern, better, isFineOnScreens }) => {
    if (isOnScreen && isFineOnScreens) return [];
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`${path}:${line}: "${found.trim()}" in "${text}". Better: ${better}.`];
  });
}

function findLongWinded(sentences: readonly Sentence[]): string[] {
  const byPath = Map.groupBy(
    sentences.filter(({ kind }) => kind === 'document'),
    ({ path }) => path,
  );
  return [...byPath].flatMap(([path, lines]) => {
    const median = medianWords(lines.map(({ text }) => text).join('\n'));
    return median <= MOST_WORDS_MEDIAN
      ? []
      : [
          `${path}: half of its sentences have more than ${median} words, ${MOST_WORDS_MEDIAN} are enough. Split the longest.`,
        ];
  });
}

/**
 * Returns the median number of words in the sentences of a Markdown text without code blocks. Omits tables and
 * headings.
 */
export function medianWords(markdown: string): number {
  const lengths = markdown
    .split('\n')
    .filter((line) => !line.startsWith('|') && !line.startsWith('#'))
    .join('\n')
    .split(/(?<=[.!?:])\s+|\n\s*(?:[-*]|\d+\.)\s+|\n\n/u)
    .map((sentence) => sentence.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0)
    .filter((words) => words > 2)
    .toSorted((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

if (import.meta.main) {
  const [under = ''] = process.argv.slice(2);
  const sentences = readSentences({ under });
  for (const problem of findUnclearProse(sentences)) console.log(problem);
  const kinds = Map.groupBy(sentences, ({ kind }) => kind);
  for (const [kind, of] of kinds) {
    const hits = of.filter((sentence) => dialectOf(sentence).length > 0).length;
    console.error(`${kind.padEnd(10)} ${String(of.length).padStart(6)}, of which ${hits} in the old dialect`);
  }
}
