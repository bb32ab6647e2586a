import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';
import { uncompressed } from './uncompressed-typeface.ts';

const FILES = '@fontsource/funnel-display/files';
const NAMES = 'Wanjirũ Kĩmani, KES 1,000';

test('an uncompressed typeface has the same characters, outlines and spacing as the original', () => {
  for (const file of ['latin-400', 'latin-700', 'latin-ext-400']) {
    const woff = readFileSync(
      createRequire(import.meta.url).resolve(`${FILES}/funnel-display-${file}-normal.woff`),
    );
    const [given, whole] = [create(woff) as Font, create(uncompressed(woff)) as Font];
    expect(whole.characterSet).toEqual(given.characterSet);
    expect(linesOf(whole)).toEqual(linesOf(given));
  }
});

function linesOf(font: Font): unknown[] {
  const { glyphs, positions } = font.layout(NAMES);
  return [glyphs.map(({ path }) => path.toSVG()), positions.map(({ xAdvance }) => xAdvance)];
}
