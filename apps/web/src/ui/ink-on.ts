const WHITE = '#ffffff';
const INK = '#15211d';

/**
 * Returns the text colour that has more contrast on a merchant's brand colour (WCAG 2.2).
 * @param colour as `#rrggbb`
 */
export function inkOn(colour: string): typeof WHITE | typeof INK {
  return contrast(colour, WHITE) >= contrast(colour, INK) ? WHITE : INK;
}

/** Returns the contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
