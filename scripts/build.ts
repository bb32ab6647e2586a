import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { COPIED, copyNode, copyPackages } from './build/copy-packages.ts';
import { describePackages, SBOM_FILE } from './build/describe-packages.ts';
import { findDependencies, readLock } from './build/lock.ts';
import { commandList, PROGRAM } from './commands/commands.ts';
import { StartUpMistake } from './start-up-mistake.ts';
import { buildWebIfStale } from './start/build-web.ts';

/**
 * Builds the files that a server with Node needs to run the product, into `dist` or the folder of `--to`. With
 * `--with-node` they include Node.
 */

const ROOT = resolve(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: { to: { type: 'string', default: join(ROOT, 'dist') }, 'with-node': { type: 'boolean' } },
});
const DIST = resolve(options.to);
const API = 'apps/api';
const WEB = 'apps/web';

/** The program `zawadi`, and a file `dist/<name>.js` for each command, with only the code it uses. */
const ENTRIES: Record<string, string> = {
  [PROGRAM]: 'scripts/zawadi.ts',
  ...Object.fromEntries(commandList.map(([name, { source }]) => [`${name}.js`, source])),
};

/** A copied folder keeps the last part of its path as its name, with these exceptions. */
const FOLDER_NAMES: Record<string, string> = {
  'apps/web/dist': 'web',
  'apps/sandbox/src/page/static': 'sandbox-page',
  'packages/look/src': 'sandbox-look',
};

const NEEDED_NODE = 24;
const BANNER = `const __dirname = import.meta.dirname;
if (Number.parseInt(process.versions.node, 10) < ${NEEDED_NODE}) {
  console.error('Zawadi needs Node ${NEEDED_NODE} or newer; this is ' + process.version + '.');
  process.exit(1);
}`;

try {
  await build();
} catch (error) {
  console.error(error instanceof StartUpMistake ? error.message : error);
  process.exit(1);
}

async function build(): Promise<void> {
  await buildWebIfStale(ROOT, console.log);
  console.log('Building the artefact …');
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST, { recursive: true });
  const bundled = new Set<string>();
  for (const [name, source] of Object.entries(ENTRIES)) {
    for (const packageFolder of await bundle(name, source)) bundled.add(packageFolder);
  }
  const lock = readLock(ROOT);
  const copied = copyPackages({ root: ROOT, dist: DIST, user: API, lock });
  const ofWeb = Object.keys(lock[WEB]?.dependencies ?? {});
  const inWeb = findDependencies(lock, { root: ROOT, names: ofWeb, from: WEB });
  writeManifest();
  writeLicences([...new Set([...bundled, ...inWeb])].toSorted());
  const runtime = options['with-node'] === true ? [copyNode({ root: ROOT, dist: DIST })] : [];
  const folders = [...new Set([...bundled, ...copied, ...inWeb, ...runtime])];
  writeFileSync(join(DIST, SBOM_FILE), describePackages({ ...readProduct(), lock, folders }));
  cpSync(join(ROOT, 'ops'), join(DIST, 'ops'), { recursive: true });
  console.log(`The artefact is in ${relative(process.cwd(), DIST) || DIST}.`);
}

/** @returns the folders of the bundled packages */
async function bundle(name: string, source: string): Promise<string[]> {
  const files = new Map<string, string>();
  const build = await rolldown({
    cwd: ROOT,
    input: { [name]: source },
    platform: 'node',
    // Machine code of `ssh2`, which also works without it.
    external: [
      ...COPIED.map((one) => new RegExp(`^${one}(/|$)`, 'u')),
      'pg-native',
      'cpu-features',
      /\.node$/u,
    ],
    tsconfig: false,
    logLevel: 'warn',
    // Our own modules have no side effects, so unused ones are dropped and take no memory.
    treeshake: {
      moduleSideEffects: [
        { test: /\/node_modules\//u, sideEffects: true },
        { test: /./u, sideEffects: false },
      ],
    },
    plugins: [findFiles(files), httpOnDemand()],
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name]',
    chunkFileNames: `${name.replace('.js', '')}-[name]-[hash].js`,
    keepNames: true,
    comments: false,
    banner: BANNER,
  });
  const chunks = output.filter((one) => one.type === 'chunk');
  for (const { fileName, code } of chunks) writeFileSync(join(DIST, fileName), inAscii(code));
  copyFiles(files, chunks);
  return chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => packageOf(id) ?? []));
}

/**
 * Changes the paths of files that a module reads (`new URL('…', import.meta.url)`) to paths next to the bundle.
 * @param files receives each file's place in the artefact and its source in the repository
 */
function findFiles(files: Map<string, string>): Plugin {
  return {
    name: 'files-read-at-run-time',
    transform(code, id) {
      if (id.includes('/node_modules/') || !id.startsWith(ROOT)) return undefined;
      const moved = code.replaceAll(
        /new URL\(\s*'([^']+)',\s*import\.meta\.url,?\s*\)/gu,
        (_, path: string) => {
          const source = relative(ROOT, fileURLToPath(new URL(path, pathToFileURL(id)))).replace(/\/$/u, '');
          const place = `./${FOLDER_NAMES[source] ?? source.split('/').at(-1)}`;
          files.set(place, source);
          return `new URL('${place}${path.endsWith('/') ? '/' : ''}', import.meta['url'])`;
        },
      );
      const left = moved.replaceAll('createRequire(import.meta.url)', '');
      if (/import\.meta\.\w/u.test(left))
        throw new Error(`${relative(ROOT, id)} reads a file that is missing in the artefact.`);
      return moved === code ? undefined : { code: moved };
    },
  };
}

/**
 * Replaces imports of `node:http` by `require` at the first use. The import evaluates all exports, including WebSocket,
 * and so loads Node's HTTP client: 15 MB of memory in a process that has sent no request yet.
 */
function httpOnDemand(): Plugin {
  const ID = '\0http';
  return {
    name: 'http-on-demand',
    resolveId: (id) => (['http', 'node:http'].includes(id) ? ID : undefined),
    load: (id) => (id === ID ? `module.exports = process.getBuiltinModule('node:http');` : undefined),
  };
}

/** Copies the files that the code still references after tree shaking. */
function copyFiles(files: Map<string, string>, chunks: OutputChunk[]): void {
  for (const [place, source] of files) {
    const isNamed = chunks.some(({ code }) => code.includes(`"${place}`) || code.includes(`'${place}`));
    if (isNamed) cpSync(join(ROOT, source), join(DIST, place), { recursive: true });
  }
}

/**
 * Escapes all characters outside ASCII. V8 keeps the source in memory, with two bytes per character unless all are
 * ASCII.
 */
function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Returns the package folder of a file: `node_modules/a/node_modules/b`. */
function packageOf(id: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(relative(ROOT, id.replace(/^\0/u, '')))?.[0];
}

function writeManifest(): void {
  const { name, version, license } = readProduct();
  const manifest = {
    name,
    version,
    private: true,
    license,
    type: 'module',
    bin: { [PROGRAM]: PROGRAM },
    scripts: Object.fromEntries(
      commandList.flatMap(([command, { script }]) =>
        script === undefined ? [] : [[script, `exec node ${PROGRAM} ${command}`]],
      ),
    ),
    engines: { node: `>=${NEEDED_NODE}` },
  };
  writeFileSync(join(DIST, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  cpSync(join(ROOT, 'LICENSE'), join(DIST, 'LICENSE'));
}

/**
 * Collects the licences of bundled packages in one file. We must distribute them, and the bundle has no package
 * folders.
 */
function writeLicences(folders: string[]): void {
  const texts = folders.map((folder) => {
    const { name, version, license } = readManifest(folder);
    const file = readdirSync(join(ROOT, folder)).find((one) => /^(licen[cs]e|copying)/iu.test(one));
    const text = file === undefined ? '' : readFileSync(join(ROOT, folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

function readProduct(): { name: string; version: string; license: string } {
  return readManifest('') as { name: string; version: string; license: string };
}

function readManifest(folder: string): Record<string, string> {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Record<string, string>;
}
