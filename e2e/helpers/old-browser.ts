import type { BrowserContext, Route } from '@playwright/test';
import missing from '../../scripts/browser-floor/missing.json' with { type: 'json' };

// Features to keep: browsers without cascade layers have them.
const KEPT = ['adoptedStyleSheets', 'replaceSync', 'CSSStyleSheet'];
const listOf = (text: string) => text.split(' ').filter((name) => !KEPT.includes(name));

/** Names that new iterator methods share with old array methods. */
const OF_ITERATORS = 'map filter take drop flatMap reduce toArray forEach some every find'.split(' ');

/** Removes from a context's pages every script and style feature that at least one of our oldest browsers lacks. */
export async function makeOld(context: BrowserContext): Promise<void> {
  const { globals, statics, methods } = missing.script;
  await context.addInitScript(removeFeatures, {
    globals: listOf(globals),
    statics: listOf(statics),
    methods: listOf(methods),
    ofIterators: OF_ITERATORS,
  });
  await context.route(/\/assets\/[^/]+\.css$/u, (route) =>
    // Ignore errors: a closed page no longer needs its styles, and in an open page the test would notice missing
    // styles.
    makeStylesOld(route).catch(() => route.abort().catch(() => undefined)),
  );
}

async function makeStylesOld(route: Route): Promise<void> {
  const response = await route.fetch();
  const isReadByScript = route.request().resourceType() === 'fetch';
  const css = withoutNewer(await response.text());
  await route.fulfill({ response, body: isReadByScript ? css : css.replaceAll('@layer', '@unknown') });
}

type Names = { globals: string[]; statics: string[]; methods: string[]; ofIterators: string[] };

function removeFeatures({ globals, statics, methods, ofIterators }: Names): void {
  const world = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
  for (const name of ofIterators) Reflect.deleteProperty(iterator, name);
  for (const name of statics) {
    const [owner = '', member = ''] = name.split('.');
    if (world[owner] !== undefined) Reflect.deleteProperty(world[owner], member);
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const { prototype } = Object(world[name]) as { prototype?: object };
    if (typeof prototype !== 'object' || prototype === null) continue;
    for (const method of methods) Reflect.deleteProperty(prototype, method);
  }
  Reflect.deleteProperty(HTMLElement.prototype, 'popover');
  Reflect.deleteProperty(HTMLButtonElement.prototype, 'popoverTargetElement');
  // In every browser, crypto.randomUUID is missing on pages served by plain http.
  Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  for (const name of globals) Reflect.deleteProperty(globalThis, name);
}

function withoutNewer(css: string): string {
  return css
    .replaceAll('@container', '@unknown')
    .replaceAll(':has(', ':unknown(')
    .replaceAll('color-mix(', 'unknown(')
    .replaceAll(':popover-open', ':unknown')
    .replaceAll('subgrid', 'unknown')
    .replaceAll(/(\d)(?:dvh|svh|lvh|cqi|cqw)\b/gu, '$1unknown');
}
