import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PALETTE = '../../../../packages/look/src/palette.css';
const css = [PALETTE, 'cloths.css']
  .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  .join('')
  .replaceAll(/\/\*[\s\S]*?\*\//gu, '');
const light = colours(':root');
const themes = { light, dark: { ...light, ...colours("[data-theme='dark']") } };

const TEXT = 4.5;
const SHAPE = 3;
const GROUNDS = ['surface', 'surface-raised', 'surface-sunken', 'surface-overlay'];
const INKS = [
  'ink',
  'ink-muted',
  'primary-text',
  'accent-text',
  'success',
  'warn',
  'danger',
  'info',
  'money-in',
  'neutral',
];
const STATES = ['success', 'warn', 'danger', 'info', 'neutral'];
const PAPER_INKS = ['paper-ink', 'paper-muted', 'paper-success', 'paper-warn', 'paper-danger', 'paper-info'];

type Pair = readonly [ink: string, ground: string, least: number];

const pairs: Pair[] = [
  ...INKS.flatMap((ink) => GROUNDS.map((ground): Pair => [ink, ground, TEXT])),
  ...STATES.flatMap((state) => [state, 'ink', 'ink-muted'].map((ink): Pair => [ink, `${state}-soft`, TEXT])),
  ...PAPER_INKS.flatMap((ink) => ['paper', 'paper-spent'].map((ground): Pair => [ink, ground, TEXT])),
  ...['primary', 'primary-hover'].map((ground): Pair => ['primary-ink', ground, TEXT]),
  ...['primary-soft-ink', 'ink', 'ink-muted', 'primary-text'].map((ink): Pair => [ink, 'primary-soft', TEXT]),
  ...['accent', 'accent-hover'].map((ground): Pair => ['accent-ink', ground, TEXT]),
  ...['accent-text', 'ink'].map((ink): Pair => [ink, 'accent-soft', TEXT]),
  ...['danger-solid', 'danger-solid-hover'].map((ground): Pair => ['danger-ink', ground, TEXT]),
  ['ink-inverse', 'ink', TEXT],
  ...GROUNDS.flatMap((ground) => ['line-strong', 'focus'].map((shape): Pair => [shape, ground, SHAPE])),
  ['focus', 'focus-halo', SHAPE],
  ['focus-halo', 'primary', SHAPE],
  ['chart-1', 'surface-raised', SHAPE],
];

test.each(Object.entries(themes))('every ink is readable on its grounds in the %s theme', (_, tokens) => {
  for (const [ink, ground, least] of pairs)
    expect.soft(ratio(tokens[ink], tokens[ground]), `${ink} on ${ground}`).toBeGreaterThanOrEqual(least);
});

// How `ticket.css` fades the colours of a used and an expired ticket.
test.each([
  ['new', 1],
  ['used', 0.08],
  ['expired', 0.4],
])('text is readable on every cloth while the ticket is %s', (_, saturation) => {
  for (const name of ['plain', 'asante', 'birthday', 'graduation', 'eid', 'christmas']) {
    const cloth = colours(`[data-cloth='${name}']`);
    for (const ink of ['cloth-ink', 'cloth-ink-2'])
      for (const ground of ['cloth', 'cloth-tone'])
        expect
          .soft(
            ratio(saturated(cloth[ink], saturation), saturated(cloth[ground], saturation)),
            `${ink} on ${ground} of ${name}`,
          )
          .toBeGreaterThanOrEqual(TEXT);
  }
});

function colours(selector: string): Record<string, string> {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/gu)].filter(
    ([, found]) => found?.trim() === selector,
  );
  return Object.fromEntries(
    blocks.flatMap(([, , body]) =>
      [...(body ?? '').matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gu)].map(([, name, value]) => [
        name ?? '',
        value ?? '',
      ]),
    ),
  );
}

/** Returns the contrast ratio of two colours as WCAG defines it. */
function ratio(one: string | undefined, other: string | undefined): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string | undefined): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function saturated(colour: string | undefined, share: number): string {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  const grey = 0.213 * red + 0.715 * green + 0.072 * blue;
  const mixed = [red, green, blue].map((value) =>
    Math.round(Math.min(255, Math.max(0, grey + (value - grey) * share))),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: string | undefined): number[] {
  if (colour === undefined) throw new Error('a colour token is missing');
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
