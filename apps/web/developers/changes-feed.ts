import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { marked } from 'marked';
import { escaped } from './render-code.ts';

const FEED = 'https://zawadi.example/developers/changes.atom';
const LINE = /^- Developers: (.+(?:\n {2}.+)*)/gmu;
const VERSION = /^## (?<version>\S+) \((?<day>[^)]*)\)\n(?<text>.*?)(?=^## |(?![\s\S]))/gmsu;
const OWN_PART = /^### For developers of shops\n\n(?<lines>.*?)(?=^### |(?![\s\S]))/msu;

type Change = { id: string; title: string; at: Date; lines: string[] };

/**
 * Writes the feed of changes for developers (Atom, RFC 4287): an entry for each file of `changes/` that is in no version
 * yet, and one for each version of the changelog.
 * @param root of the repository
 */
export function changesFeed(root: string): string {
  const changes = [...unreleasedIn(root), ...versionsIn(root)].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? -1 : 1),
  );
  const latest = changes[0]?.at ?? new Date(0);
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${FEED}</id>
  <title>Zawadi: changes for developers</title>
  <updated>${latest.toISOString()}</updated>
  <author><name>Zawadi</name></author>
  <link rel="self" type="application/atom+xml" href="${FEED}" />
  <link rel="alternate" type="text/html" href="https://zawadi.example/developers/versions" />
${changes.map(entryOf).join('\n')}
</feed>
`;
}

function entryOf({ id, title, at, lines }: Change): string {
  const items = lines.map((line) => `<li>${marked.parseInline(line, { async: false })}</li>`);
  return `  <entry>
    <id>${FEED}#${id}</id>
    <title>${escaped(title)}</title>
    <updated>${at.toISOString()}</updated>
    <link rel="alternate" type="text/html" href="https://zawadi.example/developers/versions" />
    <content type="html">${escaped(`<ul>${items.join('')}</ul>`)}</content>
  </entry>`;
}

function unreleasedIn(root: string): Change[] {
  const files = globSync('changes/*.md', { cwd: root, exclude: ['**/README.md'] });
  return files.flatMap((file) => {
    const lines = [...readFileSync(join(root, file), 'utf8').matchAll(LINE)].map(([, line = '']) =>
      joined(line),
    );
    const [first] = lines;
    if (first === undefined) return [];
    return [{ id: basename(file, '.md'), title: titleOf(first), at: momentOf(root, file), lines }];
  });
}

function versionsIn(root: string): Change[] {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return [...text.matchAll(VERSION)].flatMap(({ groups = {} }) => {
    const { version = '', day = '', text: part = '' } = groups;
    const lines = (OWN_PART.exec(part)?.groups?.['lines'] ?? '')
      .split(/^- /mu)
      .map(joined)
      .filter((line) => line !== '');
    if (lines.length === 0) return [];
    const at = /^\d{4}-\d\d-\d\d$/u.test(day) ? new Date(day) : momentOf(root, 'CHANGELOG.md');
    return [{ id: `version-${version}`, title: `Version ${version}`, at, lines }];
  });
}

/** Joins the lines of an entry. Its links to files of the repository lead nowhere for a reader of the feed. */
function joined(entry: string): string {
  const line = entry.replaceAll(/\s+/gu, ' ').trim();
  const plain = line.replaceAll(/\[([^\]]*)\]\((?!https:)[^)]*\)/gu, '$1');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The first sentence, without Markdown. */
function titleOf(line: string): string {
  const plain = line.replaceAll('`', '');
  return plain.split(/[.:;](?= |$)/u)[0] ?? plain;
}

/** Returns when a file was last changed: its commit, or its time on disk outside a Git repository. */
function momentOf(root: string, file: string): Date {
  try {
    const said = execFileSync('git', ['log', '-1', '--format=%cI', '--', file], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    if (said !== '') return new Date(said);
  } catch {
    // No Git, or no repository: the sources came as a file.
  }
  return statSync(join(root, file)).mtime;
}
