import { inAnotherBrowser, SECOND_ADMIN, signInAsAdmin } from './helpers/administrators.ts';
import { expect, test } from './helpers/test.ts';

test('S228 a change of fees waits for a second administrator and then for its start day, and can be withdrawn until that day', async ({
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
  // When the dialog opens, it checks whether two administrators must decide. Typing the day must not reset this result.
  const ask = dialog.getByRole('button', { name: 'Ask for approval' });
  await expect(ask).toBeVisible();
  await dialog.getByRole('textbox', { name: 'From' }).fill('01/01/2020');
  const wrongDay = dialog.getByText('Please choose a day from tomorrow to one year from now.');
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

test('S235 the preview of an email looks as the sent email', async ({ page }) => {
  await signInAsAdmin(page, '/admin/settings/messages');
  await page.getByLabel('Search').fill('gift arrives');
  await page.getByRole('link', { name: 'A gift arrives, Email' }).click();
  await page.getByLabel('Heading').fill('Zawadi kwako');
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('Zawadi kwako').first()).toBeVisible();
  // The picture of the cloth is embedded in the preview, because a page cannot load an email's attachment.
  await expect(mail.locator('img.motif')).toHaveJSProperty('naturalWidth', 520);
});

function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
