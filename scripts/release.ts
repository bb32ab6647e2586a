import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import product from '../package.json' with { type: 'json' };
import { packRelease } from './release/pack-release.ts';

/** Builds the artefact and packs what a server installs into the folder `release`, or that of `--to`. */
const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { to: { type: 'string', default: join(ROOT, 'release') } } });
const { version } = product;
const heading = `## ${version} (`;
const line = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  .split('\n')
  .find((one) => one.startsWith(heading));
const day = /^(\d{4}-\d\d-\d\d)\)$/u.exec(line?.slice(heading.length) ?? '')?.[1];
if (day === undefined) {
  console.error(
    `CHANGELOG.md has no section of version ${version}; write it with: npm run changes -- ${version}`,
  );
  process.exit(1);
}
const work = mkdtempSync(join(tmpdir(), 'zawadi-release-'));
try {
  const artefact = join(work, 'artefact');
  const build = join(import.meta.dirname, 'build.ts');
  const { status } = spawnSync(process.execPath, [build, '--to', artefact, '--with-node'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
  const to = resolve(values.to);
  const files = await packRelease({ artefact, to, version, day });
  console.log(`The release is in ${to}:\n${files.map((file) => `  ${file}`).join('\n')}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
