import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readSentences, type Kind } from './prose/sentences.ts';

/**
 * Prints a random sample of the repository's prose: `npm run prose -- <seed> [commit]`. A reader who knows nothing else
 * explains each entry in one sentence. With a commit, the sample also has bodies of later commits.
 */
const HOW_MANY: [Kind, number][] = [
  ['comment', 40],
  ['test', 20],
  ['screen', 30],
  ['error', 10],
  ['log', 10],
];
const COMMITS = 20;
const PAGES = ['README.md', 'ARCHITECTURE.md', 'docs/operations/alerts.md', 'docs/developers/quick-start.md'];
const PAGE_LINES = 60;

const [seed = '1', since = 'HEAD~50'] = process.argv.slice(2);
let number = 0;
for (const [kind, count] of HOW_MANY) {
  const all = readSentences({ kind });
  for (const { path, line, text, context } of draw(all, count, (one) => `${one.path}:${one.line}`))
    print(kind, `${path}:${line}`, kind === 'comment' ? `${text}\n${context}` : text);
}
const commits = execFileSync('git', ['log', '--no-merges', '--format=%H%n%B%x00', `${since}..HEAD`], {
  encoding: 'utf8',
})
  .split('\0')
  .flatMap((text) => {
    const [, hash, message] = /^\s*(\w{40})\n([\s\S]+)$/u.exec(text) ?? [];
    return hash === undefined || message === undefined ? [] : [{ hash, message: message.trim() }];
  });
for (const { hash, message } of draw(commits, COMMITS, (one) => one.hash)) print('commit', hash, message);
for (const path of PAGES) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const start = Math.floor(rank(path) * Math.max(1, lines.length - PAGE_LINES));
  print('page', `${path}:${start + 1}`, lines.slice(start, start + PAGE_LINES).join('\n'));
}

function print(kind: string, place: string, text: string): void {
  number += 1;
  console.log(`\n### ${number} ${kind} (${place})\n${text}`);
}

function draw<One>(all: readonly One[], count: number, keyOf: (one: One) => string): One[] {
  return all.toSorted((a, b) => rank(keyOf(a)) - rank(keyOf(b))).slice(0, count);
}

/** Returns a number between 0 and 1, always the same for the same seed and key. */
function rank(key: string): number {
  return createHash('sha256').update(`${seed}\0${key}`).digest().readUInt32BE() / 2 ** 32;
}
