import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { scriptTargets } from './browser-floor.ts';

const ENTRY = 'src/service-worker/service-worker.ts';

/** Parts that open without a network: the app, the session, the offline view, and its Swahili words. */
const ROOTS = [
  'src/main.tsx',
  'src/api/cipher.ts',
  'src/api/device-key.ts',
  'session/who-is.ts',
  'consumer/offline/offline-view.tsx',
  'i18n/sw/door.ts',
  'i18n/sw/house.ts',
];
// The cloth behind the balance.
const CLOTH = ['band', 'edge', 'ground', 'motif'].map((part) => `/cloth/plain-${part}.svg`);
const STATIC = ['/index.html', '/theme.js', '/manifest.webmanifest', '/cloth/mark.svg', ...CLOTH];
const TYPEFACE = /^assets\/funnel-display-core-[\w-]+\.woff2$/u;

/** Builds `sw.js` after the app, with the shell's list of files and a version that changes with them. */
export function serviceWorker(): Plugin {
  let root = '';
  let outDir = '';
  return {
    name: 'zawadi-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      async handler(_, bundle) {
        const shell = [...STATIC, ...shellOf(bundle)].sort();
        await buildWorker(root, outDir, shell, await versionOf(outDir));
      },
    },
  };
}

function shellOf(bundle: Rolldown.OutputBundle): string[] {
  const files = Object.values(bundle);
  const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const found = new Set<string>(files.map(({ fileName }) => fileName).filter((name) => TYPEFACE.test(name)));
  const waiting = ROOTS.flatMap((root) =>
    [...chunks.values()]
      .filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(root)))
      .map(({ fileName }) => fileName),
  );
  if (found.size !== 1 || waiting.length < ROOTS.length)
    throw new Error('the build lacks a part of the shell');
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const chunk = chunks.get(name);
    waiting.push(...(chunk?.imports ?? []));
    for (const style of chunk?.viteMetadata?.importedCss ?? []) found.add(style);
  }
  return [...found].map((name) => `/${name}`);
}

// Every file counts: a cloth that changes under the same name is a new version, too.
async function versionOf(outDir: string): Promise<string> {
  const hash = createHash('sha256');
  const files = await readdir(outDir, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.filter((name) => !/\.br$|sw\.js$/u.test(name)).sort()) {
    hash.update(path.slice(outDir.length)).update(await readFile(path));
  }
  return hash.digest('hex').slice(0, 16);
}

async function buildWorker(root: string, outDir: string, shell: string[], version: string): Promise<void> {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(version) },
    build: {
      target: scriptTargets,
      outDir,
      emptyOutDir: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        input: resolve(root, ENTRY),
        // A classic script: not every browser runs modules as service workers.
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}
