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
import type { Sabotage } from './sabotage.ts';

/** Scope of this repository's own packages, whose imports must resolve to the copied sources. */
const OWN_SCOPE = '@zawadi';
const BUILT = ['apps/web/dist', '.cache/web-sources'];

/**
 * Copies the sources to a temporary folder and sabotages them there.
 * @throws StartUpMistake unless each text to replace occurs exactly once
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
 * Returns a file's text with one place replaced.
 * @throws StartUpMistake unless the text to replace occurs exactly once
 */
export function sabotage(root: string, { file, find, put }: Sabotage['edits'][number]): string {
  const parts = readFileSync(join(root, file), 'utf8').split(find);
  if (parts.length === 2) return parts.join(put);
  throw new StartUpMistake(`“${find.trim()}” occurs ${parts.length - 1} times in ${file}, expected once.`);
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
    // The links to our own packages are relative, so in the copy they point to the copy.
    if (entry === OWN_SCOPE)
      cpSync(join(from, entry), join(to, entry), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, entry), join(to, entry));
  }
}
