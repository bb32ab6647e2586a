import { newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { expect, test } from './helpers/test.ts';

test('S160 S173 the holder of a gift’s link sees the gift, its shops, and its code on request; a printout has only the gift, on one page', async ({
  page,
  world,
  meet,
}) => {
  const recipient = newPerson('Brenda', 'Moraa');
  const buyer = await meet('Aisha', 'Hussein');
  await buyGift(world, buyer, { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'birthday' });
  const { code, claimToken } = await readGift(world, recipient);
  await page.goto(`/v/${claimToken}`);
  await expect(page.getByRole('heading', { name: 'Brenda, Aisha sent you a gift' })).toBeVisible();
  const ticket = page.getByRole('article', { name: 'Voucher for Brenda Moraa, Active' });
  await expect(ticket).toContainText(/KES\s*950/u);
  await expect(ticket).toContainText('Kwa upendo');
  const [group = ''] = code.split('-');
  expect(await page.content()).not.toContain(group);
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Show code' }).click();
  for (const each of code.split('-')) await expect(ticket.getByText(each, { exact: true })).toBeVisible();
  await expect(ticket.getByRole('img', { name: 'QR code of this voucher' })).toBeVisible();
  const shop = page.getByText('Duka la Juma');
  // The number of shops depends on earlier tests, so the search field may be missing.
  const more = page.getByRole('button', { name: /^See (?:all )?\d+ (?:of \d+ )?shops$/u });
  const search = page.getByRole('searchbox', { name: 'Find a shop' });
  await expect(shop.or(more).first()).toBeVisible();
  if (await search.isVisible()) await search.fill('Duka la Juma');
  else if (!(await shop.isVisible())) await more.click();
  await expect(shop).toBeVisible();

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  await expect(page.getByText('Where to spend it')).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/gu), 'pages').toHaveLength(1);
});
