import { DEMO_PASSWORD } from '@zawadi/story/people';
import { signInAsAdmin } from './helpers/administrators.ts';
import { withSecondBrowser } from './helpers/second-browser.ts';
import { submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

test('a consumer writes to support from the help page, and reads the answer that support sends', async ({
  page,
  browser,
  meet,
  world,
}) => {
  const person = await meet('Akinyi', 'Odhiambo');
  await page.goto('/support');
  await page.getByRole('link', { name: 'Write to us', exact: true }).click();
  await submitLogin(page, 'Email', person.email, DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard\/support$/u);
  // A whole number would be masked on the desk.
  const subject = `My gift of ${person.phoneNumber.slice(-6)}`;
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill('It did not come.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('With us')).toBeVisible();

  await withSecondBrowser(browser, async (desk) => {
    await signInAsAdmin(desk, '/admin/support');
    await desk.getByRole('button', { name: subject }).click();
    const letter = desk.getByRole('dialog', { name: subject });
    await letter.getByRole('button', { name: 'Take it' }).click();
    await expect(desk.getByText('The letter is yours')).toBeVisible();
    await letter.getByLabel('Your answer').fill('We have sent it again.');
    await letter.getByRole('button', { name: 'Send answer' }).click();
    await expect(desk.getByText('Answer sent')).toBeVisible();
  });

  await world.sandbox.sms(person.phoneNumber, /answered your letter.*\/dashboard\/support/u);
  await page.reload();
  await expect(page.getByText('We have sent it again.')).toBeVisible();
});
