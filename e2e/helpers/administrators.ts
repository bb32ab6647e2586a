import { randomInt } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import {
  addAdministrator,
  adminLogin,
  approveRequest,
  changePassword,
  listApprovals,
  type AdministratorRole,
} from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';
import { submitLogin } from './sign-in.ts';
import { expect } from './test.ts';
import { addressOf } from './addresses.ts';

/** The two administrators of the demo. */
export const ADMIN = 'admin@zawadi.test';
export const SECOND_ADMIN = 'admin2@zawadi.test';

/** Signs in at the administrators' login and waits for the page after it. */
export async function signInAsAdmin(page: Page, onward = '/admin', email = ADMIN): Promise<void> {
  await page.goto(`/admin/login?from=${encodeURIComponent(onward)}`);
  await submitLogin(page, 'Email', email);
  await expect(page).toHaveURL((url) => url.pathname + url.search === onward);
}

/** Returns an administrator's access token. */
export async function adminBearer({ api }: World, email = ADMIN): Promise<string> {
  return (await api.call(adminLogin, { body: { email, password: DEMO_PASSWORD } })).accessToken;
}

/**
 * Creates an administrator with the role and the demo password: the first administrator adds the new one, and the
 * second approves if the role decides about money. Returns the email address for the sign-in.
 */
export async function hire(world: World, staffRole: AdministratorRole): Promise<string> {
  const email = `${staffRole}.${randomInt(1_000_000_000)}@example.test`;
  const name = `Njeri ${staffRole}`;
  const { action } = await world.api.call(
    addAdministrator,
    { body: { name, email, staffRole } },
    { bearer: await adminBearer(world) },
  );
  if (action.outcome === 'waiting') {
    const { approvalId } = action;
    const bearer = await adminBearer(world, SECOND_ADMIN);
    await world.api.call(approveRequest, { body: { approvalId } }, { bearer });
  }
  const [, password = ''] = await world.sandbox.mail(email, /password:?\s+(\S{12,})/iu);
  const { accessToken: bearer } = await world.api.call(adminLogin, { body: { email, password } });
  const body = { currentPassword: password, newPassword: DEMO_PASSWORD };
  await world.api.call(changePassword, { body }, { bearer });
  return email;
}

/** Approves the pending request about a subject, by default as the second administrator. */
export async function approveAbout(world: World, subjectId: string, by = SECOND_ADMIN): Promise<void> {
  const { api } = world;
  const bearer = await adminBearer(world, by);
  const { approvals } = await api.call(listApprovals, { query: { status: 'Open', subjectId } }, { bearer });
  for (const { approvalId } of approvals)
    await api.call(approveRequest, { body: { approvalId } }, { bearer });
}

/**
 * Opens a page for another administrator in a separate browser. The caller closes the browser through the page's
 * context.
 */
export async function inAnotherBrowser(browser: Browser, onward: string, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: addressOf('ZAWADI_URL') });
  const page = await context.newPage();
  await signInAsAdmin(page, onward, email);
  return page;
}

/** Signs in a new administrator with the temporary password, replaces the password, and expects the requested page. */
export async function replaceTemporaryPassword(
  browser: Browser,
  email: string,
  temporary: string,
): Promise<void> {
  const context = await browser.newContext({ baseURL: addressOf('ZAWADI_URL') });
  const page = await context.newPage();
  await page.goto('/admin/login');
  await submitLogin(page, 'Email', email, temporary);
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await page.goto('/admin/users');
  await page.getByLabel('Temporary password').fill(temporary);
  await page.getByLabel('New password').fill(DEMO_PASSWORD);
  await page.getByLabel('Confirm password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await context.close();
}
