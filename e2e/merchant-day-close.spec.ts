import { addStaffMember, openShop, signInAtShop } from './helpers/shops.ts';
import { expect, test } from './helpers/test.ts';
import { expectPaper, giveTo, TILL, typeCode } from './helpers/till.ts';

const DAY_CLOSES = '/merchant/dashboard/day-closes';

test('a cashier closes the day at a till and prints it, and the owner confirms the close', async ({
  page,
  world,
  meet,
}) => {
  const { code } = await giveTo(world, await meet('Wafula', 'Barasa'), 'Esther', 'Wanjala', 1_000);
  const shop = await openShop(world, 'Duka la Jioni');
  const cashier = await addStaffMember(world, shop, {
    name: 'Juma Ali',
    handle: 'juma',
    staffRole: 'cashier',
  });
  await signInAtShop(page, cashier, TILL);
  await page.getByRole('button', { name: 'Name this till' }).click();
  await page.getByLabel('Name of this till').fill('Till 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await typeCode(page, code);
  await page.getByLabel('Take').fill('300');
  await page.getByRole('button', { name: /^Redeem KES\s300$/u }).click();
  await page.getByLabel('Total of the bill').fill('500');
  await page.getByRole('button', { name: 'Put it on the receipt' }).click();
  await expect(page.getByText(/KES\s200 of the bill paid: Cash/u)).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();

  await page.getByRole('button', { name: 'Close my day' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Till 2')).toBeVisible();
  await dialog.getByLabel('Counted cash').fill('180');
  await dialog.getByLabel('Note').fill('A coin is missing');
  await dialog.getByRole('button', { name: 'Check the count' }).click();
  await expect(dialog.getByRole('heading', { name: 'The cash differs' })).toBeVisible();
  await expect(dialog.getByText(/^−\sKES\s20$/u)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close my day' }).click();
  await expect(dialog.getByRole('heading', { name: 'Day close no. 1' })).toBeVisible();
  for (const [paper, width] of [
    ['58 mm roll', 164],
    ['80 mm roll', 227],
    ['A4 sheet', 595],
  ] as const) {
    await dialog.getByLabel('Print on').selectOption(paper);
    await expectPaper(page, width);
  }
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'PDF' }).click();
  expect((await saving).suggestedFilename()).toBe('day-close-1.pdf');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Logout' }).click();

  await signInAtShop(page, shop.merchantCode);
  await expect(page.getByText('1 day close waits for your confirmation.')).toBeVisible();
  await page.getByRole('link', { name: 'Check and confirm' }).click();
  await expect(page).toHaveURL(new RegExp(DAY_CLOSES, 'u'));
  await page.getByRole('button', { name: 'Juma Ali' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Confirm day close no. 1?' });
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(question.getByText('Please write what you found.')).toBeVisible();
  await question.getByLabel('Note').fill('Found under the drawer');
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Found under the drawer')).toBeVisible();
});
