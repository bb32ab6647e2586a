import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';

// Cuts the file that every page loads out of the typeface, whenever that has a new version:
// `npm ci --prefix tools/typeface --ignore-scripts && node tools/typeface/cut.mjs`
const WEB = resolve(import.meta.dirname, '../../apps/web');
const TARGET = join(WEB, 'src/styles/funnel-display-core.woff2');

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
const PUNCTUATION = '\u00a0©·×–—‘’“”•…←↑↓−';
// Browsers put ĩ and ũ together, which the typeface lacks: the letter, without its dot, and the tilde.
const TILDE = '\u0131\u0303';

const source = createRequire(join(WEB, 'package.json')).resolve(
  '@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2',
);
const core = await subsetFont(readFileSync(source), ASCII + PUNCTUATION + TILDE, {
  targetFormat: 'woff2',
  // The weights that the look has.
  variationAxes: { wght: { min: 400, max: 660, default: 400 } },
  // Fractions and the like; what is left are pairs, marks, ligatures and the figures of tables.
  keepFeatures: ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'],
});
writeFileSync(TARGET, core);
process.stdout.write(`${core.length} bytes: ${TARGET}\n`);
