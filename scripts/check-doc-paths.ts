import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const DOCUMENTS = ['*.md', '{apps,packages,docs,scripts,tests,e2e,bench}/**/*.md'];
const NOT_OURS = ['**/node_modules/**', '**/dist/**'];

const LINK = /\]\((?!https?:|mailto:|#|\/)([^)\s#]+)(?:#[^)]*)?\)/g;
const CODE = /`([^`\s]+)`/g;
const REPOSITORY_PATH =
  /^(?:apps|packages|docs|scripts|tests|e2e|bench|\.ci)\/|^[\w.-]+\.(?:md|json|mjs|ts)$/;
/** A path in a README that starts at the README's folder or a folder above. */
const NEARBY_PATH = /^[\w-]+(?:\/[\w.-]+)+\.(?:tsx?|sql|css)$/;
const PLACEHOLDER = /[<>{}…]|\.\.\./;

/** @returns one sentence per path that a document names and that does not exist */
export function findMissingDocPaths(): string[] {
  return globSync(DOCUMENTS, { exclude: NOT_OURS }).flatMap((document) => {
    const text = readFileSync(document, 'utf8');
    const missing = [
      ...pathsNamedIn(text, dirname(document)).filter((path) => !isThere(path)),
      ...(document.endsWith('README.md') ? missingNearby(text, dirname(document)) : []),
    ];
    return [...new Set(missing)].map((path) => `${document} names ${path}, which does not exist.`);
  });
}

/**
 * Returns the code paths of a README that exist neither below its folder, nor below a folder above, nor below the web
 * app's features.
 */
function missingNearby(text: string, folder: string): string[] {
  const around = folder.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const starts = ['.', 'apps/web/src/features', 'apps/api/src', ...around, `${folder}/src`];
  return [...text.matchAll(CODE)]
    .map(([, path = '']) => path)
    .filter((path) => NEARBY_PATH.test(path) && !starts.some((start) => isThere(join(start, path))));
}

/**
 * Finds the paths of files that a document names.
 * @param text Markdown
 * @param folder of the document: links are relative to it, paths in code to the root
 */
export function pathsNamedIn(text: string, folder: string): string[] {
  const links = [...text.matchAll(LINK)].map(([, target = '']) => normalize(join(folder, target)));
  const code = [...text.matchAll(CODE)]
    .map(([, path = '']) => path.replace(/:\d+$/, ''))
    .filter((path) => REPOSITORY_PATH.test(path) && path.includes('/') && !PLACEHOLDER.test(path));
  return [...new Set([...links, ...code])];
}

function isThere(path: string): boolean {
  return path.includes('*') ? globSync(path).length > 0 : existsSync(path);
}
