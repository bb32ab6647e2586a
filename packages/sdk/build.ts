import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';

const here = import.meta.dirname;
const root = join(here, '../..');

/** Matches a relative import in a type declaration. */
const RELATIVE = /["']\.\/([\w-]+)\.(?:ts|js)["']/gu;

const RELEASED = join(here, 'released');

/** Name of the newest package under `/developers`. `npx` uses it; projects install a version. */
export const TARBALL = 'zawadi-sdk.tgz';

/** Returns the name of a version's package under `/developers`, whose bytes never change. */
export function tarballOf(version: string): string {
  return `zawadi-sdk-${version}.tgz`;
}

if (import.meta.main) {
  await buildSdk(join(here, 'dist'));
}

/**
 * Builds the package in a folder: ES modules and CommonJS, types for both, and the command `zawadi`.
 * @param to folder, which is emptied first
 */
export async function buildSdk(to: string): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  const sources = { index: join(here, 'src/index.ts'), cli: join(here, 'src/cli/main.ts') };
  const transform = { define: { VERSION: JSON.stringify(sdkVersion()) } };
  // The files have comments with paths, which must not depend on the caller's folder.
  const options = { cwd: here, platform: 'node', tsconfig: false, logLevel: 'warn', transform } as const;
  const output = { dir: to, comments: { jsdoc: true, annotation: true, legal: true } } as const;
  const modules = await rolldown({ ...options, input: sources });
  await modules.write({ ...output, format: 'esm', chunkFileNames: 'client.js' });
  const common = await rolldown({ ...options, input: { index: sources.index } });
  await common.write({ ...output, format: 'cjs', entryFileNames: '[name].cjs' });
  writeTypes(to);
  writeManifest(to);
  copyFileSync(join(here, 'README.md'), join(to, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
}

/**
 * Copies all released packages, as merchants download them, and the newest one under its plain name.
 * @param folder an existing folder
 */
export function copyReleasedSdks(folder: string): void {
  const packages = readdirSync(RELEASED).filter((name) => name.endsWith('.tgz'));
  for (const name of packages) copyFileSync(join(RELEASED, name), join(folder, name));
  copyFileSync(join(RELEASED, tarballOf(sdkVersion())), join(folder, TARBALL));
}

/** Returns the version that `package.json` names. */
export function sdkVersion(): string {
  return String(readManifest()['version']);
}

/**
 * Packs the package into one file. The same sources give the same bytes.
 * @param folder an existing folder, to which the file `TARBALL` is written
 * @throws Error with npm's report
 */
export async function packSdk(folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'zawadi-sdk-'));
  try {
    const built = join(work, 'package');
    await buildSdk(built);
    // The package keeps the rights of its files, which depend on the umask.
    for (const file of readdirSync(built)) chmodSync(join(built, file), 0o644);
    // Use a temporary cache: npm's own cache folder may be read-only.
    const options = ['--json', '--ignore-scripts', '--no-update-notifier', '--cache', join(work, 'npm')];
    const told = execFileSync('npm', ['pack', ...options, '--pack-destination', work], {
      cwd: built,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // A copy, because the temporary folder may be on another disk.
    copyFileSync(join(work, fileNameIn(told)), join(folder, TARBALL));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function fileNameIn(told: string): string {
  const name = /"filename":\s*"([^"]+)"/u.exec(told)?.[1];
  if (name === undefined) throw new Error(`npm pack did not name its file: ${told}`);
  return name;
}

/**
 * Writes the declarations that `index` exports or needs, twice: TypeScript derives the module kind from the file's
 * name. Needs no TypeScript, because every export of the sources names its type.
 */
function writeTypes(to: string): void {
  const wanted = ['index'];
  // The loop adds names to the list that it iterates over.
  for (const name of wanted) {
    const source = `${name}.ts`;
    const { code, errors } = isolatedDeclarationSync(source, readFileSync(join(here, 'src', source), 'utf8'));
    if (errors.length > 0) throw new Error(errors.map(({ message }) => `${source}: ${message}`).join('\n'));
    for (const [, other = ''] of code.matchAll(RELATIVE)) if (!wanted.includes(other)) wanted.push(other);
    writeFileSync(join(to, `${name}.d.ts`), code.replaceAll(RELATIVE, `'./$1.js'`));
    writeFileSync(join(to, `${name}.d.cts`), code.replaceAll(RELATIVE, `'./$1.cjs'`));
  }
}

function writeManifest(to: string): void {
  const { name, version, description, license, type, engines } = readManifest();
  const published = {
    name,
    version,
    description,
    license,
    type,
    // For tools that ignore `exports`.
    main: './index.cjs',
    types: './index.d.cts',
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
      './package.json': './package.json',
    },
    bin: { zawadi: 'cli.js' },
    sideEffects: false,
    engines,
  };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
}

function readManifest(): Record<string, unknown> {
  return JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as Record<string, unknown>;
}
