import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';

// Minified version of axe, because it is injected into every loaded page.
const PROGRAM = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // Email previews are sandboxed, and axe cannot run in them.
  iframes: false,
  // Do not preload style sheets: no enabled rule needs them, and reading them again is slow.
  preload: { assets: ['media'] },
};

type Asked = {
  /** Selectors of the parts to examine. At least one must match. Without selectors, the whole page is examined. */
  parts?: string[];
  rules: NonNullable<RunOptions['rules']>;
};

/** Returns axe's findings on a page. */
export async function problemsOn(page: Page): Promise<string[]> {
  await bringProgram(page);
  return run(page, { rules: {} });
}

/**
 * Returns a function that examines a page: its structure, and in both themes the colours of looks that earlier pages
 * did not have. Elements with the same tags, classes and states on the path to them have the same look, so the same
 * colours.
 */
export function examination(): (page: Page, parts?: string[]) => Promise<string[]> {
  const known = new Set<number>();
  return async (page, parts) => {
    await bringProgram(page);
    const rules = { 'color-contrast': { enabled: false } };
    const problems = await run(page, { rules, ...(parts && { parts }) });
    const looks = await page.evaluate(markLooks, undefined);
    const unknown = looks.filter((look) => !known.has(look));
    if (unknown.length === 0) return problems;
    for (const look of unknown) known.add(look);
    await page.evaluate(markLooks, unknown);
    return [...problems, ...(await coloursInBothThemes(page))];
  };
}

async function bringProgram(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(PROGRAM);
}

async function run(page: Page, { parts, rules }: Asked): Promise<string[]> {
  const violations = await page.evaluate(
    async ({ selectors, options }) => {
      const { axe: program } = globalThis as unknown as { axe: typeof axe };
      const within = selectors ? { include: selectors.map((part) => [part]) } : document;
      return (await program.run(within, options)).violations;
    },
    { selectors: parts, options: { ...OPTIONS, rules } },
  );
  return violations.flatMap(sentencesOf);
}

/**
 * Checks contrast in the current theme, then in the other. The page keeps the other theme, so the next check begins
 * with it.
 */
async function coloursInBothThemes(page: Page): Promise<string[]> {
  const options: RunOptions = { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast'] } };
  const violations = await page.evaluate(async (chosen) => {
    const { axe: program } = globalThis as unknown as { axe: typeof axe };
    const html = document.documentElement;
    const usual = html.dataset['theme'] === 'dark' ? 'dark' : 'light';
    const found: Result[] = [];
    for (const theme of [usual, usual === 'dark' ? 'light' : 'dark']) {
      html.dataset['theme'] = theme;
      // Finish transitions: a colour in the middle of a transition belongs to neither theme.
      for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
      const unknown = [...document.querySelectorAll('[data-unknown-look]')];
      found.push(...(await program.run({ include: unknown }, chosen)).violations);
    }
    for (const one of document.querySelectorAll('[data-unknown-look]'))
      one.removeAttribute('data-unknown-look');
    return found;
  }, options);
  return violations.flatMap(sentencesOf);
}

/**
 * Numbers the looks of all visible text. A look is the tags, classes, styles and states on the path to it.
 * @param chosen numbers of looks; one element of each is marked
 */
function markLooks(chosen: number[] | undefined): number[] {
  const marked = new Set(chosen);
  const numbers = new Map<Element, number>();
  const lookOf = (element: Element): number => {
    const known = numbers.get(element);
    if (known !== undefined) return known;
    let look = element.parentElement ? lookOf(element.parentElement) : 0;
    const states = [...element.attributes].filter(({ name }) =>
      /^(?:class|style|disabled|open|type|role|aria-(?!label|describedby|controls|owns|details|errormessage).*|data-(?!theme|unknown).*)$/u.test(
        name,
      ),
    );
    for (const part of [element.tagName, ...states.map(({ name, value }) => `${name}=${value}`)])
      for (let at = 0; at < part.length; at += 1) look = (Math.imul(look, 31) + part.charCodeAt(at)) | 0;
    numbers.set(element, look);
    return look;
  };
  const isText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const texts = [...document.body.querySelectorAll('*')].filter(
    (one) => isText(one) && one.checkVisibility(),
  );
  for (const one of texts) if (marked.delete(lookOf(one))) one.setAttribute('data-unknown-look', '');
  return [...new Set(texts.map(lookOf))];
}

function sentencesOf({ id, help, nodes }: Result): string[] {
  return nodes.map(({ target, any }) => `${id}: ${help} (${target.join(' ')}) ${any[0]?.message ?? ''}`);
}
