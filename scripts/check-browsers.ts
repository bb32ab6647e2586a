import { globSync, readFileSync } from 'node:fs';
import manifest from '../apps/web/package.json' with { type: 'json' };
import { ALLOWED } from './browser-floor/allowed.ts';
import missing from './browser-floor/missing.json' with { type: 'json' };
import { unsupportedInScript } from './browser-floor/newer-script.ts';
import { unsupportedInStyles } from './browser-floor/newer-styles.ts';

const SOURCES = [
  'apps/web/{src,public}/**/*.{ts,tsx,js,css}',
  'packages/{contract,look}/src/**/*.{ts,css}',
  'apps/sandbox/src/page/static/*.{js,css}',
];
const NOT_SHIPPED = /\.test\.tsx?$|\/testing\/|\.d\.ts$/u;

/** @returns one sentence per file and feature that one of our oldest browsers lacks */
export function findUnsupportedFeatures(globs = SOURCES): string[] {
  const isWritten = JSON.stringify(missing.browserslist) === JSON.stringify(manifest.browserslist);
  if (!isWritten) return ['browserslist has changed: run tools/browser-data/write-missing.mjs.'];
  return globSync(globs)
    .filter((file) => !NOT_SHIPPED.test(file))
    .flatMap((file) =>
      newerIn(file).map((name) => `${file} uses ${name}, which some of our oldest browsers lack.`),
    );
}

function newerIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = file.endsWith('.css')
    ? unsupportedInStyles(text)
    : unsupportedInScript(text, languageOf(file));
  return found.filter((name) => !(name in ALLOWED));
}

function languageOf(file: string): 'js' | 'ts' | 'tsx' {
  if (file.endsWith('.tsx')) return 'tsx';
  return file.endsWith('.ts') ? 'ts' : 'js';
}
