import type { Page } from '@playwright/test';
import {
  ADMIN,
  approveAbout,
  inAnotherBrowser,
  SECOND_ADMIN,
  signInAsAdmin,
} from './helpers/administrators.ts';
import { expect, test } from './helpers/test.ts';

test('S228 a change of fees waits for a second administrator and then for its day, and can be taken back until then', async ({
  browser,
  page,
}) => {
  await signInAsAdmin(page, '/admin/settings/fees-and-limits');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Withdrawal fee').fill('two');
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(page.getByText('Please enter a percentage such as 2.5')).toBeVisible();
  await page.getByLabel('Withdrawal fee').fill('2');
  await page.getByLabel('Most per consumer and day').fill('100');
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(page.getByText('This is less than one transaction may be')).toBeVisible();
  await page.getByLabel('Most per consumer and day').fill('500,000');
  await page.getByRole('button', { name: 'Review change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change fees and limits?' });
  await expect(dialog.getByRole('row', { name: 'Withdrawal fee 2.5% 2%' })).toBeVisible();
  await expect(dialog.locator('tbody tr')).toHaveCount(1);
  await dialog.getByLabel('Reason').fill('A quiet month');
  // Whether two decide is asked when the dialog opens, and stands while the day is typed.
  const ask = dialog.getByRole('button', { name: 'Ask for approval' });
  await expect(ask).toBeVisible();
  await dialog.getByRole('textbox', { name: 'From' }).fill('01/01/2020');
  const wrongDay = dialog.getByText('Please choose a day from tomorrow up to a year ahead.');
  await expect(wrongDay).toBeVisible();
  await ask.click();
  await expect(wrongDay).toBeVisible();
  await dialog.getByRole('textbox', { name: 'From' }).fill(dayFromToday(30));
  await ask.click();
  await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
  await expect(page.getByText('waits for a second administrator')).toBeVisible();
  const second = await inAnotherBrowser(browser, '/admin/transactions/approvals?status=Open', SECOND_ADMIN);
  await second.getByRole('button', { name: /^Change fees and limits from/u }).click();
  await expect(second.getByRole('dialog')).toContainText('Instead of deposit 5 %, withdrawal 2.5 %');
  await second.getByRole('button', { name: 'Approve…' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('It is carried out.')).toBeVisible();
  await second.context().close();
  await page.reload();
  await expect(page.getByText('A change is on its way')).toBeVisible();
  await expect(page.getByText('To come')).toBeVisible();
  await expect(page.locator('.facts').first()).toContainText('2.5%');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Not this year');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('A change is on its way')).toBeHidden();
});

test('S237 fraud rules are changed, reviewed before, weaker ones by two people, and set back to how they came', async ({
  page,
  world,
}) => {
  await signInAsAdmin(page, '/admin/settings/fraud-rules');
  const rapid = page.getByLabel('Redemptions of one person');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await rapid.fill('many');
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(page.getByText('Please enter a whole number')).toBeVisible();
  await rapid.fill('25');
  await page.getByRole('switch', { name: 'Unusually large' }).click();
  await page.getByRole('button', { name: 'Review change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the fraud rules?' });
  await expect(dialog.getByRole('row', { name: 'Unusually large On Off' })).toBeVisible();
  await expect(dialog.getByText('This needs a second administrator.')).toBeVisible();
  await confirm(page, 'Queues at Christmas', 'Ask for approval');
  const waiting = page.getByText(/^Change the fraud rules: Rapid redemptions, Unusually large waits/u);
  await expect(waiting).toBeVisible();
  await page.getByRole('link', { name: 'Go to Approvals' }).click();
  await page.getByRole('button', { name: /Change the fraud rules/u }).click();
  const changed = page.getByRole('dialog').getByRole('table', { name: 'What changed' });
  await expect(changed.getByRole('row', { name: 'Unusually large On Off' })).toBeVisible();
  await approveAbout(world, 'fraud-rules');
  await page.goto('/admin/settings/fraud-rules');
  await expect(page.getByText('Queues at Christmas')).toBeVisible();
  await expect(waiting).toBeHidden();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('button', { name: 'Defaults' }).click();
  await page.getByRole('button', { name: 'Review change' }).click();
  await expect(
    dialog.getByRole('row', { name: 'Rapid redemptions: redemptions of one person 25 20' }),
  ).toBeVisible();
  await confirm(page, 'Christmas is over');
  await expect(page.getByText('Christmas is over')).toBeVisible();
});

test('S234 the words of an SMS are tried, kept, and set back', async ({ page, world }) => {
  await signInAsAdmin(page, '/admin/settings/messages');
  await page.getByLabel('Search').fill('settlement is paid');
  await page.getByRole('link', { name: 'A settlement is paid out, SMS' }).click();
  const text = page.getByLabel('Text');
  const before = await text.inputValue();
  await text.fill('Karibu {nobody}');
  await expect(
    page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: 'nobody' }),
  ).toBeVisible();
  await text.fill(`${before} Karibu tena!`);
  await expect(page.locator('.sms-bubble')).toContainText('Karibu tena!');
  await page.getByRole('button', { name: 'Send a test' }).click();
  const trial = page.getByRole('dialog');
  await expect(trial.getByText(`The text of the SMS comes to ${ADMIN}.`)).toBeVisible();
  await trial.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('On its way')).toBeVisible();
  await world.sandbox.mail(ADMIN, /Karibu tena!/u);
  await page.getByRole('button', { name: 'Review change' }).click();
  await confirm(page, 'Friendlier');
  await expect(page.getByText('Friendlier')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the first words' }).click();
  await confirm(page, 'Shorter is better');
  await expect(text).toHaveValue(before);
  await page.getByRole('link', { name: 'Swahili' }).click();
  await expect(page).toHaveURL(/\/sw$/u);
});

test('the words of a one-time code wait for a second administrator, which the screen says', async ({
  page,
}) => {
  await signInAsAdmin(page, '/admin/settings/messages/sms/phone-otp/sw');
  await expect(page.getByText(/waits for a second administrator: they are about codes/u)).toBeVisible();
  const text = page.getByLabel('Text');
  const before = await text.inputValue();
  await text.fill(`${before} Asante.`);
  await page.getByRole('button', { name: 'Review change' }).click();
  await confirm(page, 'More polite', 'Ask for approval');
  await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
  await expect(text).toHaveValue(before);
  await page.getByRole('link', { name: 'Go to Approvals' }).click();
  await page.getByRole('button', { name: /^Change the Swahili words of the SMS/u }).click();
  await expect(page.getByRole('dialog').getByText(`${before} Asante.`)).toBeVisible();
  await page.getByRole('button', { name: 'Take back…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Too long');
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Taken back')).toBeVisible();
});

test('S235 an email is shown as it arrives', async ({ page }) => {
  await signInAsAdmin(page, '/admin/settings/messages');
  await page.getByLabel('Search').fill('gift arrives');
  await page.getByRole('link', { name: 'A gift arrives, Email' }).click();
  await page.getByLabel('Heading').fill('Zawadi kwako');
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('Zawadi kwako').first()).toBeVisible();
  // The cloth is in it, although a page loads no attachment.
  await expect(mail.locator('img.motif')).toHaveJSProperty('naturalWidth', 520);
});

async function confirm(page: Page, reason: string, verb = 'Change'): Promise<void> {
  await page.getByRole('dialog').getByLabel('Reason').fill(reason);
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
}

function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
