import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** Heading in CHANGELOG.md for each reader that a change entry can name. */
const READERS = new Map([
  ['Buyers and shops', 'For buyers and shops'],
  ['Developers', 'For developers of shops'],
  ['Operators', 'For operators'],
]);

/** @returns one sentence for each entry in `changes/` that does not name its reader */
export function findUnclearChanges(): string[] {
  const files = globSync('changes/*.md', { cwd: ROOT, exclude: ['**/README.md'] });
  return files.flatMap((file) =>
    unclearLinesOf(readFileSync(join(ROOT, file), 'utf8')).map(
      (line) => `${file}: “${line}” does not begin with ${[...READERS.keys()].join(', ')} and a colon.`,
    ),
  );
}

/** @returns entries that name no reader, and text outside lists */
export function unclearLinesOf(text: string): string[] {
  return entriesOf(text).filter((entry) => readerOf(entry) === undefined);
}

/** Returns the version's section of CHANGELOG.md. */
export function sectionOf({
  version,
  day,
  texts,
}: {
  version: string;
  day: string;
  texts: string[];
}): string {
  const entries = texts.flatMap(entriesOf);
  const parts = [...READERS].flatMap(([reader, heading]) => {
    const own = entries.filter((entry) => readerOf(entry) === reader);
    if (own.length === 0) return [];
    const lines = own.map((entry) => `- ${capitalized(entry.slice(`- ${reader}: `.length))}`);
    return [`### ${heading}\n\n${lines.join('\n')}\n`];
  });
  return `## ${version} (${day})\n\n${parts.join('\n')}`;
}

/** Returns the list entries, each with its continuation lines. */
function entriesOf(text: string): string[] {
  return text
    .trim()
    .split(/\n(?! )/u)
    .filter((entry) => entry.trim() !== '');
}

function readerOf(entry: string): string | undefined {
  return [...READERS.keys()].find((reader) => entry.startsWith(`- ${reader}: `));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
