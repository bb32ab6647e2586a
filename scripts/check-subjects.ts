import { execFileSync } from 'node:child_process';

const MAXIMUM_CHARACTERS = 72;

/** Areas that may begin a commit's subject: groups of features, folders, or kinds of documents. */
const AREAS = new Set(
  'bench build changes contract database docs e2e faults ledger look merchants messages money mpesa office ops people platform sandbox scripts sdk services tests texts web'.split(
    ' ',
  ),
);

/** The rule applies from the commit that added this file. */
const OWN_PATH = 'scripts/check-subjects.ts';

/** @returns one sentence for each of these commit subjects that is too long or has no known area */
export function findUnclearSubjects(subjects: readonly string[] = subjectsSince()): string[] {
  return subjects.flatMap((subject) => {
    const area = /^(?<area>[\w-]+): \S/u.exec(subject)?.groups?.['area'];
    if (area === undefined || !AREAS.has(area))
      return [`"${subject}" does not begin with one of these areas and a colon: ${[...AREAS].join(', ')}.`];
    return subject.length <= MAXIMUM_CHARACTERS
      ? []
      : [`"${subject}" has ${subject.length} characters, ${MAXIMUM_CHARACTERS} are allowed.`];
  });
}

/**
 * Returns the subjects of the commits after `OWN_PATH` was added; none outside a git work tree. A shallow clone shows
 * only its own commits.
 */
function subjectsSince(): string[] {
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', OWN_PATH).split('\n').at(-1);
    return first === undefined || first === ''
      ? []
      : git('log', '--no-merges', '--format=%s', `${first}..HEAD`)
          .split('\n')
          .filter((subject) => subject !== '');
  } catch {
    return [];
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
