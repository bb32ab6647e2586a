import { expect, test } from 'vitest';
import { layersOf } from './old-layers.ts';

test('splits styles by layer, without losing any', () => {
  const css =
    '@layer theme, base;a{b:c}@layer base{d{e:f}@media print{g{h:"}"}}}@font-face{i:j}@layer base{k{l:m}}@layer utilities {n{o:p}}q{r:s}';
  expect(Object.fromEntries(layersOf(css))).toEqual({
    '': 'a{b:c}@font-face{i:j}q{r:s}',
    base: 'd{e:f}@media print{g{h:"}"}}k{l:m}',
    utilities: 'n{o:p}',
  });
});

test('leaves styles without layers unchanged', () => {
  expect(Object.fromEntries(layersOf('a{b:c}'))).toEqual({ '': 'a{b:c}' });
});
