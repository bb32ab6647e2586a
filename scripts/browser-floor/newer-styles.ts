import missing from './missing.json' with { type: 'json' };

const words = (text: string) => new Set(text === '' ? [] : text.split(' '));
const PROPERTIES = words(missing.styles.properties);
const SELECTORS = words(missing.styles.selectors);
const AT_RULES = words(missing.styles.atRules);
const FUNCTIONS = words(missing.styles.functions);
const UNITS = words(missing.styles.units);
const KEYWORDS = new Map(
  Object.entries(missing.styles.keywords).map(([name, values]) => [name, words(values)]),
);

/**
 * An open block of CSS: whether `@supports` guards it, and the properties that already have a value for every browser.
 */
type Block = { isAsked: boolean; isKeyframes: boolean; safe: Set<string> };

/**
 * Finds features in styles that one of our oldest supported browsers lacks: `:has`, `@layer`, `color-mix()`, `7cqi`,
 * `text-wrap`. Allows a newer value after a value of the same property that every browser supports. Allows everything
 * inside `@supports`.
 */
export function unsupportedInStyles(css: string): string[] {
  const found = new Set<string>();
  const plain = css
    .replaceAll(/\/\*[\s\S]*?\*\//gu, '')
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gu, "''");
  const open: Block[] = [{ isAsked: false, isKeyframes: false, safe: new Set() }];
  for (const [, text = '', end] of plain
    .replaceAll(/url\([^)]*\)/gu, 'url()')
    .matchAll(/([^{};]*)([{};]|$)/gu)) {
    const block = open.at(-1);
    if (block === undefined) throw new Error('a closing brace has no open block');
    if (end === '{') open.push(opened(text.trim(), block, found));
    else {
      declare(text.trim(), block, found);
      if (end === '}') open.pop();
    }
  }
  return [...found];
}

function opened(prelude: string, outer: Block, found: Set<string>): Block {
  const name = /^@([\w-]+)/u.exec(prelude)?.[1];
  const isAsked = outer.isAsked || name === 'supports' || name === 'container';
  if (!outer.isAsked && name !== undefined && AT_RULES.has(name)) found.add(`@${name}`);
  if (!isAsked) {
    if (name === undefined && !outer.isKeyframes) for (const pseudo of pseudosIn(prelude)) found.add(pseudo);
    if (prelude.startsWith('&') || prelude.includes(' &')) found.add('nesting');
  }
  return { isAsked, isKeyframes: name === 'keyframes', safe: new Set() };
}

function pseudosIn(selector: string): string[] {
  const names = [...selector.matchAll(/::?(?<name>-?[a-z][\w-]*)/gu)].map(
    ({ groups }) => groups?.['name'] ?? '',
  );
  return names.filter((name) => SELECTORS.has(name) && !name.startsWith('-')).map((name) => `:${name}`);
}

function declare(text: string, block: Block, found: Set<string>): void {
  if (block.isAsked) return;
  const [, name, value = ''] = /^(?<name>[\w-]+)\s*:\s*(?<value>[\s\S]*)$/u.exec(text) ?? [];
  if (name === undefined) {
    const rule = /^@([\w-]+)/u.exec(text)?.[1];
    if (rule !== undefined && AT_RULES.has(rule)) found.add(`@${rule}`);
    return;
  }
  const newer = newerInValue(name, value);
  if (PROPERTIES.has(name) && !block.safe.has(`-webkit-${name}`)) found.add(name);
  else if (newer.length === 0) block.safe.add(name);
  else if (!block.safe.has(name)) for (const one of newer) found.add(one);
}

function newerInValue(name: string, value: string): string[] {
  const keywords = KEYWORDS.get(name);
  return [
    ...[...value.matchAll(/([a-z][\w-]*)\(/gu)].flatMap(([, call = '']) =>
      FUNCTIONS.has(call) ? [`${call}()`] : [],
    ),
    ...[...value.matchAll(/\d([a-z]+)\b/gu)].flatMap(([, unit = '']) => (UNITS.has(unit) ? [unit] : [])),
    ...value.split(/[\s,]+/u).flatMap((word) => (keywords?.has(word) === true ? [`${name}: ${word}`] : [])),
  ];
}
