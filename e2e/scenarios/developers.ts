import { expect } from '../helpers/test.ts';
import type { Walk } from './look.ts';

/** Walks the pages for developers, as opened and with all parts unfolded. */
export async function walkDevelopers({ page, look }: Walk): Promise<void> {
  await page.goto('/developers');
  const pages = await page
    .getByRole('navigation', { name: 'Documentation' })
    .locator('a[href^="/developers/"]:not([href$=".atom"])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(pages.length).toBeGreaterThan(5);
  for (const address of pages) {
    await page.goto(address);
    await look(page, `developers-${address.split('/').at(-1)}`);
  }
  await page.goto('/developers/errors#voucher_used');
  await expect(page.getByText('The whole balance was taken before.')).toBeVisible();
  await look(page, 'developers-refusal');
  await page.keyboard.press('/');
  await page.keyboard.type('idempot');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look(page, 'developers-search');
  await page.goto('/developers/nothing-here');
  await look(page, 'developers-not-found');
}
