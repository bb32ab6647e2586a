import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes `dist`, a package by itself: `npm publish packages/sdk/dist`. */
const here = import.meta.dirname;
const root = join(here, '../..');
const dist = join(here, 'dist');

rmSync(dist, { recursive: true, force: true });
execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', join(here, 'tsconfig.build.json')], {
  stdio: 'inherit',
});
const { name, version, description, license, type, engines } = JSON.parse(
  readFileSync(join(here, 'package.json'), 'utf8'),
) as Record<string, unknown>;
const exports = { '.': { types: './index.d.ts', default: './index.js' } };
const published = { name, version, description, license, type, exports, sideEffects: false, engines };
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
copyFileSync(join(here, 'README.md'), join(dist, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
