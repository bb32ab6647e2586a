import { overflowAt320, overflowOf } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';

test('a developer finds a refusal code by keyboard, copies an example in a language that all pages remember, and opens the menu on a phone', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/developers');
  await expect(page).toHaveURL('/developers/quick-start');
  await expect(page).toHaveTitle('Quick start · Zawadi developers');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('voucher_not_found');
  await expect(page.getByRole('option').first()).toContainText('voucher_not_found');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toContainText('voucher_not_found');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/developers/errors#voucher_not_found');
  await expect(page.getByText('No voucher has this code or id')).toBeVisible();
  await expect(page.locator('#voucher_used').getByText('The whole balance was taken before.')).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.type('xyzzy');
  await expect(page.getByText('Nothing found').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/developers/quick-start');
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await expect(page.getByRole('tab', { name: 'Python', selected: true })).toHaveCount(2);
  await expect(page.getByText('requests.post(')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'PHP', selected: true }).first()).toBeFocused();
  await page.getByRole('navigation').getByRole('link', { name: 'Vouchers' }).click();
  await expect(page.getByRole('heading', { name: 'Vouchers', level: 1 })).toBeVisible();
  await expect(page.getByText('curl_setopt_array').first()).toBeVisible();
  await expect(page.getByText('raise_for_status').first()).toBeHidden();
  // Code boxes without a PHP example stay unchanged.
  await page.goto('/developers/quick-start');
  const install = page.locator('.codebox').filter({ hasText: 'npm install' });
  await install.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeAttached();
  const copied = await page.evaluate(async () => navigator.clipboard.readText());
  expect(copied).toBe(`npm install ${baseURL}/developers/zawadi-sdk-0.1.2.tgz`);
  await expect(page.getByText('zawadi.example')).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/developers/quick-start');
  const menu = page.getByRole('navigation', { name: 'Documentation' });
  await expect(menu.getByRole('link', { name: 'Errors' })).toBeHidden();
  await menu.getByText('Quick start').first().click();
  await menu.getByRole('link', { name: 'Errors' }).click();
  await expect(page.getByRole('heading', { name: 'Errors', level: 1 })).toBeVisible();
  for (const name of ['quick-start', 'webhooks', 'errors', 'vouchers', 'pagination', 'reference']) {
    await page.goto(`/developers/${name}`);
    expect(await overflowOf(page), name).toEqual([]);
    expect(await overflowAt320(page), name).toEqual([]);
  }
});

test('the developer pages have the app’s theme, a helpful page for unknown URLs, and all content without scripts', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Change to dark' }).click();
  await page.goto('/merchant/login');
  await page.getByRole('link', { name: 'Developers' }).click();
  await expect(page).toHaveURL('/developers/quick-start');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Change between light and dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const answer = await page.goto('/developers/no-such-page');
  expect(answer?.status()).toBe(404);
  await page.getByRole('main').getByRole('link', { name: 'quick start' }).click();
  await expect(page).toHaveURL('/developers/quick-start');

  await page.getByRole('link', { name: 'This page as Markdown' }).click();
  await expect(page).toHaveURL('/developers/quick-start.md');
  await expect(page.getByText('# Quick start')).toBeVisible();

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const bare = await context.newPage();
  await bare.goto('/developers/webhooks');
  for (const language of ['TypeScript', 'Python', 'PHP', 'Java']) {
    await expect(
      bare.locator('.language').filter({ hasText: new RegExp(`^${language}$`, 'u') }),
    ).toBeVisible();
  }
  await expect(bare.getByText('hmac.compare_digest')).toBeVisible();
  await expect(bare.getByText('MessageDigest.isEqual')).toBeVisible();
  await bare.goto('/developers/reference#redeem-voucher');
  await expect(bare.getByRole('heading', { name: 'Redeem voucher' })).toBeInViewport();
  await expect(bare.getByText('requests.post(').first()).toBeVisible();
  await expect(bare.getByText('zawadi.vouchers.redeem(').first()).toBeVisible();
  await bare.getByRole('link', { name: 'insufficient_voucher_balance' }).first().click();
  await expect(bare).toHaveURL('/developers/errors#insufficient_voucher_balance');
  await bare.goto('/developers/webhooks');
  for (const name of ['Search the documentation', 'Copy', 'Change between light and dark']) {
    await expect(bare.getByLabel(name).first()).toBeHidden();
  }
  await context.close();
});
