import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { SBOM_FILE } from '../build/describe-packages.ts';

/** The format of `sha256sum`. */
const SUMS_FILE = 'SHA256SUMS';
const DAY_SECONDS = 86_400;

/**
 * Packs an artefact into one file, with its bill of materials, installer and checksums. The same artefact gives the same bytes.
 * @param of.day of the release, like 2026-11-30
 * @returns the names of the files in `to`, which is emptied first
 */
export async function packRelease(of: {
  artefact: string;
  to: string;
  version: string;
  day: string;
}): Promise<string[]> {
  const { artefact, to, version, day } = of;
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  // The artefact has native packages of one platform.
  const name = `zawadi-${version}-${process.platform}-${process.arch}`;
  const files = [`${name}.tar.gz`, `${name}.cdx.json`, 'install.sh'];
  const [tarball = '', sbom = '', installer = ''] = files;
  await pack({ artefact, folder: `zawadi-${version}`, day, file: join(to, tarball) });
  copyFileSync(join(artefact, SBOM_FILE), join(to, sbom));
  copyFileSync(join(artefact, 'ops', installer), join(to, installer));
  const sums = files.map((file) => `${sumOf(join(to, file))}  ${file}\n`);
  writeFileSync(join(to, SUMS_FILE), sums.join(''));
  return [...files, SUMS_FILE];
}

async function pack(of: { artefact: string; folder: string; day: string; file: string }): Promise<void> {
  const { artefact, folder, day, file } = of;
  const modifiedAt = Date.parse(day) / 1_000 + secondOf(artefact);
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${modifiedAt}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      `--directory=${artefact}`,
      `--transform=s,^[.],${folder},`,
      '.',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C' } },
  );
  const ended = once(tar, 'close');
  await pipeline(tar.stdout, createGzip({ level: constants.Z_BEST_COMPRESSION }), createWriteStream(file));
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}

/**
 * Derives a second of the day from the content. The web server's ETag consists of a file's time and size, so files of
 * two releases must differ in time, while two builds of one release must not.
 */
function secondOf(artefact: string): number {
  const all = createHash('sha256');
  const files = readdirSync(artefact, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  for (const path of files.map((one) => join(one.parentPath, one.name)).toSorted())
    all.update(`${path.slice(artefact.length)} ${sumOf(path)}\n`);
  return all.digest().readUInt32BE() % DAY_SECONDS;
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
