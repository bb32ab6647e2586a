import { adminLogin } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { ADMIN, hire, signInAsAdmin } from './helpers/administrators.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test.describe('a login that takes long', () => {
  // The page names the styles of the screen that was asked for, which its login needs only seconds later.
  test.use({
    expectedComplaints:
      /^The resource \S+\.css was preloaded using link preload but not used within a few seconds/u,
  });

  test('S193 the administrators’ login shows and hides the password, remembers, is busy, and leads where one wanted to go', async ({
    page,
  }) => {
    await page.goto('/admin/merchants?status=PENDING');
    await expect(page).toHaveURL(/\/admin\/login\?from=/u);
    await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email');
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      /^\/forgot-password/u,
    );
    const password = page.getByLabel('Password', { exact: true });
    await password.fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByLabel('Remember me').check();
    let answerNow = () => {};
    const isAnswered = new Promise<void>((answer) => (answerNow = answer));
    await page.route(`**${adminLogin.path}`, async (route) => {
      await isAnswered;
      await route.continue();
    });
    const asked = page.waitForRequest(`**${adminLogin.path}`);
    await submitLogin(page, 'Email', ADMIN);
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
    answerNow();
    expect((await asked).postDataJSON()).toMatchObject({ email: ADMIN, rememberMe: true });
    await expect(page).toHaveURL('/admin/merchants?status=PENDING');
    await page.goto('/admin/login');
    await expect(page).toHaveURL('/admin');
  });
});

test('S194 the administrators’ sidebar leads to every page, says who works, and changes the theme', async ({
  page,
  world,
}) => {
  await signInAsAdmin(page);
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const [label, path] of [
    ['Dashboard', '/admin'],
    ['Merchants', '/admin/merchants'],
    ['Transactions', '/admin/transactions'],
    ['Settlements', '/admin/settlements'],
    ['Reports', '/admin/reports/volume'],
    ['Users', '/admin/users'],
    ['Settings', '/admin/settings'],
  ] as const) {
    await menu.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL((url) => url.pathname === path);
    await expect(page.locator('.crumbs b')).toHaveText(label);
  }
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  await expect(sidebar.getByText('System Administrator')).toBeVisible();
  await expect(sidebar.locator('.avatar')).toHaveText(/^[A-Z]{2}$/u);
  await sidebar.getByRole('button', { name: 'Change to dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await signInAsAdmin(page, '/admin', await hire(world, 'finance'));
  await expect(sidebar.getByText('Njeri finance')).toBeVisible();
  await expect(sidebar.locator('.who').getByText('Finance', { exact: true })).toBeVisible();
});
