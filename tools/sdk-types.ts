import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSdk, packSdk, TARBALL } from '../packages/sdk/build.ts';

// Checks the SDK with old and new versions of TypeScript, and with linters for packages. Prints their output, and fails
// if any check fails.
const TOOL = join(import.meta.dirname, 'sdk-types');
const BIN = join(TOOL, 'node_modules/.bin');

/**
 * Compiler settings for each kind of project. With `nodenext`, the file's extension decides whether it is an ES module.
 */
const KINDS = {
  'ES modules': { file: 'shop.mts', module: 'nodenext', moduleResolution: 'nodenext' },
  CommonJS: { file: 'shop.cts', module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { file: 'shop.ts', module: 'esnext', moduleResolution: 'bundler' },
  node10: { file: 'shop.ts', module: 'commonjs', moduleResolution: 'node10' },
} as const;

/** Kinds of projects to check with each TypeScript version. TypeScript 7 no longer supports `node10`. */
const VERSIONS = {
  '5.0': Object.keys(KINDS),
  '5.4': Object.keys(KINDS),
  '5.9': Object.keys(KINDS),
  '7.0': ['ES modules', 'CommonJS', 'bundler'],
} as const;

/** Compiler settings for each source of the global types `fetch` and `AbortSignal`. */
const SURROUNDINGS = {
  'types of Node': { lib: ['es2022'], types: ['node'] },
  'types of browsers': { lib: ['es2022', 'dom'], types: [] },
} as const;

const folder = mkdtempSync(join(tmpdir(), 'zawadi-sdk-types-'));
try {
  await buildSdk(join(folder, 'node_modules/@zawadi/sdk'));
  await packSdk(folder);
  for (const [version, kinds] of Object.entries(VERSIONS)) {
    for (const kind of kinds) tryTypes(version, kind as keyof typeof KINDS);
  }
  judge('publint', [join(BIN, 'publint'), join(folder, 'node_modules/@zawadi/sdk'), '--strict']);
  judge('are the types wrong', [join(BIN, 'attw'), join(folder, TARBALL)]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function tryTypes(version: string, kind: keyof typeof KINDS): void {
  const { file, module, moduleResolution } = KINDS[kind];
  for (const [surroundings, { lib, types }] of Object.entries(SURROUNDINGS)) {
    const project = join(folder, `${version} ${kind} ${surroundings}`.replaceAll(' ', '-'));
    mkdirSync(project);
    copyFileSync(join(TOOL, 'shop.ts'), join(project, file));
    writeFileSync(join(project, 'package.json'), '{}');
    const compilerOptions = {
      target: 'es2022',
      lib,
      types,
      typeRoots: [join(TOOL, 'node_modules/@types')],
      module,
      moduleResolution,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    const tsc = join(TOOL, `node_modules/typescript-${version}/bin/tsc`);
    judge(`TypeScript ${version}, ${kind}, ${surroundings}`, [tsc, '--project', project]);
  }
}

function judge(what: string, [script = '', ...args]: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  console.log(`${status === 0 ? 'good' : 'BAD '}  ${what}`);
  if (status === 0) return;
  process.exitCode = 1;
  console.log(`${stdout}${stderr}`);
}
