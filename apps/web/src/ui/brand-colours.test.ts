import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandColours } from './brand-colours.ts';
import { contrast } from './ink-on.ts';

test('S130 keeps a readable brand colour unchanged', () => {
  expect(brandColours('#7c3a1d')).toMatchObject({ brand: '#7c3a1d', brandInk: '#ffffff' });
  expect(brandColours('#f0b48f')).toMatchObject({ brand: '#f0b48f', brandInk: '#15211d' });
});

test('makes text readable on any brand colour', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      const { brand, brandInk } = brandColours(colour);
      expect(contrast(brand, brandInk)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
