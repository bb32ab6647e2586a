import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const FILES = [
  'scripts/bootstrap.mjs',
  'scripts/start/waiting-page.mjs',
  'scripts/start/waiting-page.html',
  'apps/web/public/theme.js',
  'packages/look/src',
];

/** Copies the files that run before anything is installed into a folder that stands for a clone. */
export function copyBootstrap(folder: string): void {
  for (const path of FILES) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
}
