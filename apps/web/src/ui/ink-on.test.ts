import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, inkOn } from './ink-on.ts';

test('a dark brand colour gets white ink and a light one dark ink', () => {
  expect(inkOn('#7c3a1d')).toBe('#ffffff');
  expect(inkOn('#f0b48f')).toBe('#15211d');
});

test('a large initial is readable on any brand colour', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
      expect(contrast(colour, inkOn(colour))).toBeGreaterThanOrEqual(3);
    }),
  );
});

test('black on white has the largest possible contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
