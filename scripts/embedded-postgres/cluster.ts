import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartUpMistake } from '../start-up-mistake.ts';
import type { PostgresBinaries } from './binaries.ts';
import { chownTo } from './server-user.ts';
import type { ServerUser } from './server-user.ts';

/**
 * Returns the data folder as passed to PostgreSQL, which is started inside it. PostgreSQL changes into its data folder
 * by an absolute path. Below a private folder such as /root, an unprivileged user could not; Linux has a path that always
 * works.
 */
export function dataFolderFor(folder: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : realpathSync(folder);
}

type ClusterOptions = {
  folder: string;
  binaries: PostgresBinaries;
  user: ServerUser | undefined;
  superuserPassword: string;
  isThrowAway: boolean;
};

/**
 * Creates the cluster on the first start. Later starts only check that the cluster has our major version of PostgreSQL.
 * A crash half-way leaves a `.partial` folder, which the next start deletes.
 *
 * @param input.folder the data folder of PostgreSQL itself
 * @param input.superuserPassword used only to create the cluster
 * @param input.isThrowAway skips the flush to disk, for data that may be lost
 * @throws StartUpMistake if the folder belongs to another major version, or cannot be created
 */
export function ensureCluster(input: ClusterOptions): void {
  const { folder, binaries, user } = input;
  if (existsSync(folder)) return checkMajorVersion(folder, binaries.majorVersion);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  chownTo(user, partial);
  runInitdb({ ...input, folder: partial });
  renameSync(partial, folder);
}

function checkMajorVersion(folder: string, majorVersion: number): void {
  const versionFile = join(folder, 'PG_VERSION');
  const found = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : undefined;
  if (found === String(majorVersion)) return;
  const origin = found === undefined ? 'holds no PostgreSQL data' : `was made by PostgreSQL ${found}`;
  throw new StartUpMistake(
    `The data folder ${folder} ${origin}, and this version of Zawadi brings PostgreSQL ${majorVersion}. ` +
      'Choose another folder with DATA_DIR, or start the version of Zawadi that made it.',
  );
}

function runInitdb({ folder, binaries, user, superuserPassword, isThrowAway }: ClusterOptions): void {
  const secrets = mkdtempSync(join(tmpdir(), 'zawadi-'));
  try {
    const passwordFile = join(secrets, 'password');
    writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
    chownTo(user, passwordFile);
    chownTo(user, secrets);
    const options = [
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-instructions',
    ];
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const speed = isThrowAway ? ['--no-sync'] : [];
    const result = spawnSync(
      binaries.initdb,
      ['-D', dataFolderFor(folder), ...options, ...locale, ...speed],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
        ...user,
      },
    );
    if (result.status !== 0) {
      const reason = result.error?.message ?? firstError(result.stderr);
      throw new StartUpMistake(`The embedded PostgreSQL cannot create its data in ${folder}: ${reason}`);
    }
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
}

/** Returns the cause from initdb's report, which goes on with what it cleans up. */
function firstError(report: string): string {
  return /(?:FATAL|PANIC|error):\s*(.+)/u.exec(report)?.[1] ?? report.trim();
}
