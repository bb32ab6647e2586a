import { execFileSync } from 'node:child_process';

const MAXIMUM_CHARACTERS = 72;

/** The first word of a commit's subject: a group of features, a folder, or a kind of document. */
const AREAS = new Set(
  'bench build changes contract database docs e2e faults ledger look merchants messages money mpesa office ops people platform sandbox scripts sdk services tests texts web'.split(
    ' ',
  ),
);

/** The commit that added this file is the first one that the rule holds for. */
const OWN_PATH = 'scripts/check-subjects.ts';

/** @returns one sentence for each commit subject since then that is long or has no known area */
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

/** None outside of a git work tree, and none where history was cut off. */
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
