import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartUpMistake } from '../start-up-mistake.ts';
import type { Sabotage } from './sabotages.ts';

/** Packages of this repository, which have to be those of the copy. */
const OWN_SCOPE = '@zawadi';
const BUILT = ['apps/web/dist', '.cache/web-sources'];

/**
 * Copies the sources to a temporary folder and breaks them there.
 * @throws StartUpMistake when a text that is to be replaced is not there exactly once
 */
export function makeSabotagedCopy(root: string, { edits }: Sabotage): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'zawadi-sabotage-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    for (const path of [...listSources(root), ...BUILT]) copy(root, folder, path);
    linkPackages(root, folder);
    for (const edit of edits) writeFileSync(join(folder, edit.file), sabotage(folder, edit));
    return { folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * The text of a file with one place of it replaced.
 * @throws StartUpMistake when the text to replace is not there exactly once
 */
export function sabotage(root: string, { file, find, put }: Sabotage['edits'][number]): string {
  const parts = readFileSync(join(root, file), 'utf8').split(find);
  if (parts.length === 2) return parts.join(put);
  throw new StartUpMistake(
    `“${find.trim()}” stands ${parts.length - 1} times in ${file}, which is to be sabotaged.`,
  );
}

function listSources(root: string): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 })
    .split('\0')
    .filter((path) => path !== '');
}

function copy(root: string, folder: string, path: string): void {
  if (!existsSync(join(root, path))) return;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path), { recursive: true });
}

function linkPackages(root: string, folder: string): void {
  const from = join(root, 'node_modules');
  const to = join(folder, 'node_modules');
  mkdirSync(to);
  for (const entry of readdirSync(from)) {
    // The links of our own packages are relative, so that in the copy they lead to the copy.
    if (entry === OWN_SCOPE)
      cpSync(join(from, entry), join(to, entry), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, entry), join(to, entry));
  }
}
