import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, inkOn } from './ink-on.ts';

test('returns white text for a dark brand colour, and dark text for a light one', () => {
  expect(inkOn('#7c3a1d')).toBe('#ffffff');
  expect(inkOn('#f0b48f')).toBe('#15211d');
});

test('makes a large initial readable on any brand colour', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      expect(contrast(colour, inkOn(colour))).toBeGreaterThanOrEqual(3);
    }),
  );
});

test('black on white has the largest contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
