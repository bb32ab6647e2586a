import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';

// Cuts the typeface down to the font file that every page loads. Run it for each new version of the typeface: `npm ci
// --prefix tools/typeface --ignore-scripts && node tools/typeface/cut.mjs`
const WEB = resolve(import.meta.dirname, '../../apps/web');
const TARGET = join(WEB, 'src/styles/funnel-display-core.woff2');

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
const PUNCTUATION = '\u00a0©·×–—‘’“”•…←↑↓−';
// Browsers compose ĩ and ũ, which the typeface lacks, from the letter (i without its dot) and the tilde.
const TILDE = '\u0131\u0303';

const source = createRequire(join(WEB, 'package.json')).resolve(
  '@fontsource-variable/funnel-display/files/funnel-display-latin-wght-normal.woff2',
);
const core = await subsetFont(readFileSync(source), ASCII + PUNCTUATION + TILDE, {
  targetFormat: 'woff2',
  // Weights that the design uses.
  variationAxes: { wght: { min: 400, max: 660, default: 400 } },
  // Keeps kerning, marks, ligatures and tabular figures; drops other features, such as fractions.
  keepFeatures: ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'],
});
writeFileSync(TARGET, core);
process.stdout.write(`${core.length} bytes: ${TARGET}\n`);
