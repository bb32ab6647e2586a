import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Contents = ReadonlyMap<string, string>;

/**
 * Remembers each passed check with the content of the files that the check reads, to skip the check until one of these
 * files changes. Remembers nothing outside a git work tree.
 * @param root of the work tree
 */
export function createPassedBefore(root: string) {
  const store = join(root, '.cache/checks.json');
  const contents = contentsOf(root);
  const known = readKnown(store);

  /**
   * Hashes everything that determines the result of a check: the content of each matching file, the versions of the
   * tools, and the code of the checks.
   */
  const keyOf = (reads: RegExp): string | undefined => {
    if (contents === undefined) return undefined;
    const hash = createHash('sha256');
    for (const [path, content] of contents)
      if (reads.test(path) || ALWAYS.test(path)) hash.update(`${path}\0${content}\0`);
    return hash.digest('hex');
  };
  return {
    /** Returns whether a check has passed with exactly the current files. */
    has: (name: string, reads: RegExp): boolean => known[name] !== undefined && known[name] === keyOf(reads),
    /** Remembers the checks that passed, and forgets earlier passes of the checks that failed. */
    remember: (outcomes: readonly { name: string; reads: RegExp; hasPassed: boolean }[]): void => {
      for (const { name, reads, hasPassed } of outcomes) {
        const key = hasPassed ? keyOf(reads) : undefined;
        if (key === undefined) delete known[name];
        else known[name] = key;
      }
      mkdirSync(dirname(store), { recursive: true });
      writeFileSync(store, JSON.stringify(known, null, 2));
    },
  };
}

const ALWAYS = /^(?:package-lock\.json|scripts\/(?:check\.ts|passed-before\.ts))$/u;

function contentsOf(root: string): Contents | undefined {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const paths = [...new Set(listed.toString().split('\0'))].filter((path) => path !== '');
    return new Map(paths.toSorted().map((path) => [path, hashOf(join(root, path))]));
  } catch {
    return undefined;
  }
}

/** A file that is deleted but not committed is still listed. */
function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return 'missing';
  }
}

function readKnown(store: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(store, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}
