import type { Page } from '@playwright/test';
import { addressOf } from './helpers/addresses.ts';
import { problemsOn } from './helpers/axe.ts';
import { cutFigures } from './helpers/cut-text.ts';
import { brokenAt320, overflowAtTwiceTheText } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';
import { walkAdminControl } from './scenarios/admin-control.ts';
import { walkAdminPayments } from './scenarios/admin-payments.ts';
import { walkAdminReports } from './scenarios/admin-reports.ts';
import { walkAdminPeople } from './scenarios/admin-people.ts';
import { walkBusiness } from './scenarios/business.ts';
import { walkBuying } from './scenarios/buying.ts';
import { walkCodes } from './scenarios/codes.ts';
import { walkDevelopers } from './scenarios/developers.ts';
import { walkDoors } from './scenarios/doors.ts';
import { walkGifts } from './scenarios/gifts.ts';
import { walkMerchantLists } from './scenarios/merchant-lists.ts';
import { walkProfile } from './scenarios/profile.ts';
import { walkTill } from './scenarios/till.ts';
import { walkWaiting } from './scenarios/waiting.ts';
import { walkWallet } from './scenarios/wallet.ts';

test.describe.configure({ mode: 'parallel' });

for (const [place, walk] of [
  ['the doors', walkDoors],
  ['the pages for developers', walkDevelopers],
  ['buying', walkBuying],
  ['wallet and withdrawing', walkWallet],
  ['gifts', walkGifts],
  ['the profile', walkProfile],
  ['waiting, empty and failed screens', walkWaiting],
  ['codes and switches', walkCodes],
  ['the till and the overview of merchants', walkTill],
  ['the API and the settings of merchants', walkBusiness],
  ['the lists, reports and help of merchants', walkMerchantLists],
  ['the payments of administrators', walkAdminPayments],
  ['the dashboard and reports of administrators', walkAdminReports],
  ['what administrators control', walkAdminControl],
  ['the merchants and consumers of administrators', walkAdminPeople],
] as const) {
  test(`S33 axe finds nothing in ${place}, by day and by night`, async ({
    page,
    context,
    world,
    sandboxUrl,
    meet,
    mpesaBehaves,
  }) => {
    test.setTimeout(480_000);
    await walk({ page, context, world, sandboxUrl, meet, mpesaBehaves, look: examine });
  });
}

/** The structure is the same in both themes, so by night only the colours are looked at. */
async function examine(page: Page, name: string): Promise<void> {
  // A part of the app that is still on its way has no heading yet.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  const theme = await page.locator('html').getAttribute('data-theme');
  await setTheme(page, theme ?? 'light');
  expect.soft(await problemsOn(page), name).toEqual([]);
  await setTheme(page, 'dark');
  expect.soft(await problemsOn(page, ['color-contrast']), `${name} by night`).toEqual([]);
  await setTheme(page, theme ?? 'light');
  expect.soft(await cutFigures(page), `${name} cuts figures`).toEqual([]);
  expect.soft(await brokenAt320(page), `${name} on 320 px`).toEqual([]);
  if (!(await isForDesk(page)))
    expect.soft(await overflowAtTwiceTheText(page), `${name} in large text`).toEqual([]);
}

/** What people do at a desk, and the sandbox; but for the till and what shops are asked in dialogs, on their phones. */
async function isForDesk(page: Page): Promise<boolean> {
  const url = page.url();
  if (/\/merchant\/dashboard/u.test(url)) {
    return !url.includes('/redeem') && (await page.getByRole('dialog').count()) === 0;
  }
  return url.includes('/admin') || url.startsWith(addressOf('SANDBOX_URL'));
}

async function setTheme(page: Page, theme: string): Promise<void> {
  await page.locator('html').evaluate((html, chosen) => {
    html.setAttribute('data-theme', chosen);
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
  }, theme);
}
