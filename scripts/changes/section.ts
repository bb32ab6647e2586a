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

/**
 * Writes the changes into the changelog as a version: above the other versions, or into the section that this version
 * already has.
 */
export function withVersion(
  changelog: string,
  { version, day, texts }: { version: string; day: string; texts: string[] },
): string {
  const [head = '', ...sections] = changelog.split(/^(?=## )/mu);
  const isSame = (section: string) => section.startsWith(`## ${version} (`);
  const former = sections.find(isSame) ?? '';
  const section = sectionOf({
    version,
    day,
    entries: [...entriesInSection(former), ...texts.flatMap(entriesOf)],
  });
  const others = sections.filter((one) => !isSame(one));
  return head + [section, ...others].join(others.length > 0 ? '\n' : '');
}

function sectionOf({ version, day, entries }: { version: string; day: string; entries: string[] }): string {
  const parts = [...READERS].flatMap(([reader, heading]) => {
    const own = entries.filter((entry) => readerOf(entry) === reader);
    if (own.length === 0) return [];
    const lines = own.map((entry) => `- ${capitalized(entry.slice(`- ${reader}: `.length))}`);
    return [`### ${heading}\n\n${lines.join('\n')}\n`];
  });
  return `## ${version} (${day})\n\n${parts.join('\n')}`;
}

/** Returns the entries of a section as they were in `changes/`. */
function entriesInSection(section: string): string[] {
  const [, ...parts] = section.split(/^### /mu);
  return parts.flatMap((part) => {
    const [heading, ...lines] = part.split('\n');
    const [reader] = [...READERS].find(([, one]) => one === heading) ?? [];
    return entriesOf(lines.join('\n')).map((entry) => entry.replace('- ', `- ${reader}: `));
  });
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
