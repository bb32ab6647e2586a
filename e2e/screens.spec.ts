import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './kit/test.ts';
import { walkAdminControl } from './walks/admin-control.ts';
import { walkAdminPayments } from './walks/admin-payments.ts';
import { walkAdminReports } from './walks/admin-reports.ts';
import { walkAdminPeople } from './walks/admin-people.ts';
import { walkBusiness } from './walks/business.ts';
import { walkBuying } from './walks/buying.ts';
import { walkCodes } from './walks/codes.ts';
import { walkDoors } from './walks/doors.ts';
import { walkGifts } from './walks/gifts.ts';
import { walkMerchantLists } from './walks/merchant-lists.ts';
import { walkProfile } from './walks/profile.ts';
import { walkTill } from './walks/till.ts';
import { walkWaiting } from './walks/waiting.ts';
import { walkWallet } from './walks/wallet.ts';

const PICTURES = resolve(import.meta.dirname, '../.cache/screens');
const SIZES = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
] as const;

for (const [place, walk] of [
  ['doors', walkDoors],
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
  test(`pictures of ${place}`, async ({ page, context, world, sandboxUrl, meet, mpesaBehaves }) => {
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
