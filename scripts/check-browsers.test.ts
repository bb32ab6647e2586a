import { expect, test } from 'vitest';
import { unsupportedInScript } from './browser-floor/newer-script.ts';
import { unsupportedInStyles } from './browser-floor/newer-styles.ts';

const NEWER_SCRIPT = [
  ['AbortSignal.any([a, b]);', 'AbortSignal.any'],
  ['const signal = AbortSignal.timeout(1);', 'AbortSignal.timeout'],
  ['signal.throwIfAborted();', '.throwIfAborted()'],
  ['rows.toSorted();', '.toSorted()'],
  ['rows?.toReversed().map((one) => one);', '.toReversed()'],
  ['rows.findLast(Boolean);', '.findLast()'],
  ['rows.with(1, 2);', '.with()'],
  ['text.isWellFormed();', '.isWellFormed()'],
  ['Map.groupBy(rows, keyOf);', '.groupBy()'],
  ['Object.hasOwn(one, "a");', 'Object.hasOwn'],
  ['crypto.randomUUID();', 'crypto.randomUUID'],
  ['URL.parse(text);', 'URL.parse'],
  ['window.structuredClone(one);', 'structuredClone'],
  ['structuredClone(one);', 'structuredClone'],
  ['new Intl.Segmenter("en");', 'Intl.Segmenter'],
  ['text.replace(/(?<=a)b/u, "");', '(?<= or (?<!'],
  ['new RegExp("(?<!a)b", "u");', '(?<= or (?<!'],
  ['const unicode = /[a--b]/v;', 'the flag v'],
] as const;

test('finds features in scripts that our oldest browsers lack', () => {
  for (const [code, name] of NEWER_SCRIPT) expect.soft(unsupportedInScript(code, 'js'), code).toContain(name);
});

test('accepts scripts with features of every browser, variables of our own, and feature detection', () => {
  for (const code of [
    '[...rows].sort().at(-1);',
    'const structuredClone = 1; f(structuredClone);',
    'if (typeof structuredClone === "function") f();',
    'const one = { toSorted: 1 };',
    'text.replace(/(?<name>a)(?!b)(?=c)/u, "");',
    'await Promise.allSettled(all);',
  ])
    expect(unsupportedInScript(code, 'js'), code).toEqual([]);
});

test('finds newer HTML attributes in React components, and ignores TypeScript types', () => {
  expect(unsupportedInScript('const part = <div popover="auto" />;', 'tsx')).toEqual(['popover=']);
  expect(unsupportedInScript('let one: ReadonlySetLike<string> | Float16Array;', 'ts')).toEqual([]);
});

const NEWER_STYLES = [
  ['.a:has(> .b) { color: red }', ':has'],
  ['@layer base { a { color: red } }', '@layer'],
  ['@layer base, components;', '@layer'],
  ['a { min-height: 100dvh }', 'dvh'],
  ['a { color: color-mix(in oklab, red 40%, blue) }', 'color-mix()'],
  ['a { background: oklch(40% 0.1 100) }', 'oklch()'],
  ['a { grid-template-rows: subgrid }', 'grid-template-rows: subgrid'],
  ['a { translate: 0 1px }', 'translate'],
  ['a { .b { color: red } &:hover { color: red } }', 'nesting'],
  ['a { text-wrap: balance }', 'text-wrap'],
] as const;

test('finds features in stylesheets that our oldest browsers lack', () => {
  for (const [css, name] of NEWER_STYLES) expect.soft(unsupportedInStyles(css), css).toContain(name);
});

test('accepts a newer CSS value after a value for every browser, and every feature inside @supports', () => {
  for (const css of [
    'a { min-height: 100vh; min-height: 100dvh }',
    '@supports (height: 1dvh) { a { height: 100dvh } }',
    'a { -webkit-mask: none; mask: none }',
    'a::before { content: "100dvh"; background: url(/oklch(1).svg) }',
    '@keyframes x { from { opacity: 0 } 50% { opacity: 1 } }',
  ])
    expect(unsupportedInStyles(css), css).toEqual([]);
});
