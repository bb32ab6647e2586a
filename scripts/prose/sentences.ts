import { globSync, readFileSync } from 'node:fs';

/** Prose in the repository, by who reads it. */
export type Kind = 'comment' | 'test' | 'screen' | 'error' | 'log' | 'document';

export type Sentence = {
  kind: Kind;
  path: string;
  line: number;
  text: string;
  /** The code that the text is about: the lines after it. */
  context: string;
};

const CODE = ['{apps,packages,scripts,tests,e2e,bench,tools}/**/*.{ts,tsx,mjs,sql,css}'];
const DOCUMENTS = ['*.md', '{apps,packages,docs,changes}/**/*.md'];
// The coverage list quotes the specification.
const EXCLUDE = ['**/node_modules/**', '**/dist/**', '**/*.generated.ts', 'docs/spec-coverage.md'];
const CONTEXT_LINES = 6;

const COMMENT_LINE = /^\s*(?:\/\/|\/?\*+|--)\s?(?<text>.*)$/u;
const TEST = /^\s*(?:test|it|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(?<quote>['"`])(?<text>.+?)\k<quote>/u;
const LOG = /\blog\.(?:debug|info|warn|error|fatal)\((?:.*?, )?(?<quote>['"`])(?<text>[^'"`]+)\k<quote>\)/u;
const ERROR = /\bmessage:\s*(?<quote>['"`])(?<text>.+?)\k<quote>/u;
const SCREEN_TEXT = /^\s*(?:(?<quote>['"`])(?<quoted>.+?)\k<quote>|(?<bare>[A-Z]\w*)):(?:\s|$)/u;

/** Reads the prose of one kind, or of all, below a folder. */
export function readSentences({ kind, under = '' }: { kind?: Kind; under?: string } = {}): Sentence[] {
  const isWanted = (path: string) => path.startsWith(under);
  const code = globSync(CODE, { exclude: EXCLUDE }).filter(isWanted).toSorted().flatMap(sentencesOfCode);
  const documents = globSync(DOCUMENTS, { exclude: EXCLUDE })
    .filter(isWanted)
    .toSorted()
    .flatMap(sentencesOfDocument);
  return [...code, ...documents].filter((sentence) => kind === undefined || sentence.kind === kind);
}

function sentencesOfCode(path: string): Sentence[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const isCatalogue = path.startsWith('apps/web/src/i18n/sw/');
  const found: Sentence[] = [];
  const add = (kind: Kind, line: number, text: string, next: number): void => {
    if (/[a-z]{3}/iu.test(text)) {
      const context = lines.slice(next, next + CONTEXT_LINES).join('\n');
      found.push({ kind, path, line: line + 1, text, context });
    }
  };
  for (let n = 0; n < lines.length; n += 1) {
    const line = lines[n] ?? '';
    if (COMMENT_LINE.test(line)) {
      const start = n;
      const texts: string[] = [];
      for (; COMMENT_LINE.test(lines[n] ?? ''); n += 1)
        texts.push((COMMENT_LINE.exec(lines[n] ?? '')?.groups?.['text'] ?? '').replace(/\**\/\s*$/u, ''));
      add('comment', start, texts.join(' ').replaceAll(/\s+/gu, ' ').trim(), n);
      n -= 1;
      continue;
    }
    const test = TEST.exec(line)?.groups?.['text'];
    if (test !== undefined && /\.(?:test|spec)\.tsx?$/u.test(path)) add('test', n, test, n + 1);
    const log = LOG.exec(line)?.groups?.['text'];
    if (log !== undefined && !path.includes('.test.')) add('log', n, log, n);
    const error = ERROR.exec(`${line} ${lines[n + 1] ?? ''}`)?.groups?.['text'];
    if (error !== undefined && line.includes('message:') && path.startsWith('packages/contract/src/'))
      add('error', n, error, n);
    const text = isCatalogue ? SCREEN_TEXT.exec(line)?.groups : undefined;
    if (text) add('screen', n, text['quoted'] ?? text['bare'] ?? '', n);
  }
  return found;
}

function sentencesOfDocument(path: string): Sentence[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```/gmu, (block) =>
    block.replaceAll(/[^\n]/gu, ''),
  );
  return text
    .split('\n')
    .flatMap((line, index): Sentence[] =>
      /[a-z]{3}/iu.test(line) ? [{ kind: 'document', path, line: index + 1, text: line, context: '' }] : [],
    );
}
