const LAYERS = ['theme', 'base', 'components', 'utilities', ''];

/**
 * Rewrites styles for browsers before Chrome 99, which ignore everything in `@layer`. Covers the page's styles, and
 * the styles of each screen when it loads. Sorts the layers, so that later ones win by their position.
 */
export function installLayers(): void {
  const sheets = LAYERS.map((layer) => ({ layer, sheet: new CSSStyleSheet(), text: '' }));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets.map(({ sheet }) => sheet)];
  const read = new Set<string>();
  const take = async (link: HTMLLinkElement) => {
    if (link.rel !== 'stylesheet' || read.has(link.href)) return;
    read.add(link.href);
    const parts = layersOf(await (await fetch(link.href)).text());
    for (const one of sheets) {
      const added = parts.get(one.layer) ?? '';
      if (added === '') continue;
      one.text += added;
      one.sheet.replaceSync(one.text);
    }
  };
  const takeAll = () => {
    for (const link of document.querySelectorAll('link')) void take(link);
  };
  new MutationObserver(takeAll).observe(document.head, { childList: true });
  takeAll();
}

/** Returns the styles of each layer; styles outside of layers are under the empty name. */
export function layersOf(css: string): Map<string, string> {
  const parts = new Map<string, string>();
  const add = (layer: string, text: string) => parts.set(layer, (parts.get(layer) ?? '') + text);
  let rest = css;
  for (let at = rest.indexOf('@layer'); at !== -1; at = rest.indexOf('@layer')) {
    add('', rest.slice(0, at));
    const [statement = '', name = '', end] = /^@layer\s*([^;{]*)([;{])/u.exec(rest.slice(at)) ?? [];
    const start = at + statement.length;
    const close = end === '{' ? endOfBlock(rest, start) : start;
    if (end === '{') add(name.trim(), rest.slice(start, close - 1));
    rest = rest.slice(Math.max(close, at + 1));
  }
  add('', rest);
  return parts;
}

/** Returns the end of the block that opens at `start`; ignores braces in strings. */
function endOfBlock(css: string, start: number): number {
  let depth = 1;
  let at = start;
  for (; at < css.length && depth > 0; at += 1) {
    const symbol = css.charAt(at);
    if (symbol === '"' || symbol === "'") at = css.indexOf(symbol, at + 1);
    else if (symbol === '{') depth += 1;
    else if (symbol === '}') depth -= 1;
  }
  return at;
}
