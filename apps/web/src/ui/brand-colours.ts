import { contrast, inkOn } from './ink-on.ts';

export type BrandColours = { brand: string; brandTint: string; brandInk: string };

const READABLE = 4.5;
const STEP = 0.04;
const TINT = 0.66;

/**
 * Returns a brand colour on which text is readable. Darkens a dark colour until white text has a contrast of 4.5:1.
 * Leaves a light colour unchanged, with dark text. The tint is for patterns.
 * @param colour as `#rrggbb`
 */
export function brandColours(colour: string): BrandColours {
  const brandInk = inkOn(colour);
  let brand = colour;
  for (let share = STEP; contrast(brand, brandInk) < READABLE && share < 1; share += STEP) {
    brand = mix(colour, brandInk === '#ffffff' ? '#000000' : '#ffffff', share);
  }
  return { brand, brandTint: mix(brand, '#ffffff', TINT), brandInk };
}

function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from = 0, to = 0] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
