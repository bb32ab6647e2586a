import { expect, test } from 'vitest';
import { dragged, squareOf, WHOLE } from './crop.ts';

const wide = { width: 1000, height: 400 };

test('starts with the largest centred square', () => {
  expect(squareOf(wide, WHOLE)).toEqual({ x: 300, y: 0, side: 400 });
});

test('a zoom of two halves the side of the square, and keeps it centred', () => {
  expect(squareOf(wide, { ...WHOLE, zoom: 2 })).toEqual({ x: 400, y: 100, side: 200 });
});

test('moves the picture with the finger', () => {
  const crop = dragged(wide, WHOLE, { across: 0.25, down: 0 });
  expect(squareOf(wide, crop).x).toBeCloseTo(200);
});

test('stops dragging at the edges, and moves nothing if there is no room', () => {
  expect(dragged(wide, WHOLE, { across: -9, down: 5 })).toEqual({ x: 1, y: 0.5, zoom: 1 });
  expect(dragged(wide, { ...WHOLE, zoom: 2 }, { across: 9, down: 9 })).toEqual({ x: 0, y: 0, zoom: 2 });
});
