import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './helpers/test.ts';
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

const PICTURES = resolve(import.meta.dirname, '../.cache/screens');
const SIZES = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
] as const;

for (const [place, walk] of [
  ['doors', walkPublicPages],
  ['developers', walkDevelopers],
  ['buying', walkBuying],
  ['wallet', walkWallet],
  ['gifts', walkGifts],
  ['profile', walkProfile],
  ['waiting', walkWaiting],
  ['codes', walkCodes],
  ['till', walkTill],
  ['business', walkBusiness],
  ['merchant-lists', walkMerchantLists],
  ['admin-payments', walkAdminPayments],
  ['admin-reports', walkAdminReports],
  ['admin-control', walkAdminControl],
  ['admin-people', walkAdminPeople],
] as const) {
  test(`takes pictures of ${place}`, async ({ page, context, world, sandboxUrl, meet, mpesaBehaves }) => {
    test.setTimeout(600_000);
    await walk({ page, context, world, sandboxUrl, meet, mpesaBehaves, look: takePictures });
  });
}

async function takePictures(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const theme of ['dark', 'light'] as const) {
    await page.locator('html').evaluate((html, chosen) => html.setAttribute('data-theme', chosen), theme);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo(0, 0));
      const path = join(PICTURES, `${name}-${size.width}-${theme}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
  if (before !== null) await page.setViewportSize(before);
}
