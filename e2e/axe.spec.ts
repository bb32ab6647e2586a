import type { Page } from '@playwright/test';
import { addressOf } from './helpers/addresses.ts';
import { examination } from './helpers/axe.ts';
import { cutFigures } from './helpers/cut-text.ts';
import { brokenOnSmallLaptops, brokenOnSmallPhones } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';
import { walkAdminControl } from './scenarios/admin-control.ts';
import { walkAdminPayments } from './scenarios/admin-payments.ts';
import { walkAdminReports } from './scenarios/admin-reports.ts';
import { walkAdminPeople } from './scenarios/admin-people.ts';
import { walkBusiness } from './scenarios/business.ts';
import { walkBuying } from './scenarios/buying.ts';
import { walkCodes } from './scenarios/codes.ts';
import { walkDevelopers } from './scenarios/developers.ts';
import { walkPublicPages } from './scenarios/public-pages.ts';
import { walkGifts } from './scenarios/gifts.ts';
import { walkMerchantLists } from './scenarios/merchant-lists.ts';
import { walkProfile } from './scenarios/profile.ts';
import { walkTill } from './scenarios/till.ts';
import { walkWaiting } from './scenarios/waiting.ts';
import { walkWallet } from './scenarios/wallet.ts';

test.describe.configure({ mode: 'parallel' });

for (const [place, ...walks] of [
  ['the doors and the pages for developers', walkPublicPages, walkDevelopers],
  ['buying, codes and switches', walkBuying, walkCodes],
  ['gifts and the profile', walkGifts, walkProfile],
  ['the wallet, and in waiting, empty and failed screens', walkWallet, walkWaiting],
  ['the till, the API and the settings of merchants', walkTill, walkBusiness],
  ['the lists, reports and help of merchants', walkMerchantLists],
  ['the payments, dashboard and reports of administrators', walkAdminPayments, walkAdminReports],
  ['the merchants, consumers and settings of administrators', walkAdminPeople, walkAdminControl],
] as const) {
  test(`S33 axe finds no accessibility problem in ${place}, in both themes`, async ({
    page,
    context,
    world,
    sandboxUrl,
    meet,
    mpesaBehaves,
  }) => {
    test.setTimeout(480_000);
    const seen = { problemsOn: examination(), addresses: new Set<string>() };
    const look = (shown: Page, name: string) => examine(shown, name, seen);
    for (const walk of walks) {
      await walk({ page, context, world, sandboxUrl, meet, mpesaBehaves, look });
      await page.evaluate(() => [localStorage, sessionStorage].forEach((one) => one.clear()));
    }
  });
}

type Seen = { problemsOn: ReturnType<typeof examination>; addresses: Set<string> };

/**
 * Examines a page with axe. If the page was examined in another state before, skips menus and headings. If a dialog is
 * open, skips the page below it.
 */
async function examine(page: Page, name: string, seen: Seen): Promise<void> {
  // Wait for the heading: a page that is still loading has none.
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  const { address, asks } = await page.evaluate(() => ({
    address: location.origin + location.pathname,
    asks: document.querySelector('dialog:modal') !== null,
  }));
  const parts = seen.addresses.has(address) ? [asks ? 'dialog:modal' : 'main', '.toaster'] : undefined;
  const problems = await seen.problemsOn(page, parts);
  if (!asks) seen.addresses.add(address);
  expect.soft(problems, name).toEqual([]);
  expect.soft(await cutFigures(page), `${name} cuts figures`).toEqual([]);
  const hasLargeText = !isForDesk(address, asks) || WITH_LARGE_TEXT.has(name);
  expect.soft(await brokenOnSmallPhones(page, { hasLargeText }), `${name} on small phones`).toEqual([]);
  if (isForDesk(address, asks)) {
    expect.soft(await brokenOnSmallLaptops(page), `${name} on small laptops`).toEqual([]);
  }
}

/**
 * Returns whether to examine the page at desk width: administrators' pages, shops' pages and the sandbox. The till and
 * dialogs of shops are examined at phone width.
 */
function isForDesk(address: string, asks: boolean): boolean {
  if (address.includes('/merchant/dashboard')) return !address.includes('/redeem') && !asks;
  return address.includes('/admin') || address.startsWith(addressOf('SANDBOX_URL'));
}

/** Desk pages examined with the text size doubled. */
const WITH_LARGE_TEXT = new Set([
  'merchant-overview',
  'merchant-transactions',
  'merchant-settlements',
  'merchant-reports',
  'api-access-new',
  'merchant-support',
  'merchant-settings-new',
  'admin-dashboard',
  'admin-merchants',
  'admin-merchant',
  'admin-transactions',
  'admin-settlements',
  'admin-users',
  'admin-report-volume',
  'admin-settings',
]);
