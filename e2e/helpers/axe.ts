import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/**
 * What axe finds wrong with a page. Its program is brought to each page once and looks for violations alone, which
 * is what makes it quick enough for every state of every screen.
 * @param rules all of them when left out
 */
export async function problemsOn(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ['violations'],
    // Previews of emails are sandboxed, and axe cannot run in them.
    iframes: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const violations = await page.evaluate(async (chosen) => {
    // Put there a moment ago.
    const { axe: program } = globalThis as unknown as { axe: typeof axe };
    return (await program.run(document, chosen)).violations;
  }, options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${help} (${target.join(' ')}) ${any[0]?.message ?? ''}`),
  );
}
