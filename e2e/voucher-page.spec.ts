import { newPerson } from '@zawadi/story/people';
import { buyGift, readGift } from '@zawadi/story/steps';
import { give } from './helpers/gifts.ts';
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

test('the ticket unfolds once, in 600 ms, and with reduced motion opens at once', async ({
  page,
  world,
  meet,
}) => {
  const { claimToken } = await give(world, meet);
  await page.addInitScript(() => {
    const started: string[] = [];
    Object.assign(globalThis, { started });
    addEventListener('animationstart', ({ animationName }) => {
      if (animationName.startsWith('unfold')) started.push(animationName);
    });
  });
  const begun = () => page.evaluate(() => (globalThis as unknown as { started: string[] }).started);
  const open = async () => {
    await page.goto(`/v/${claimToken}`);
    await page.getByRole('button', { name: 'Show code' }).click();
    await expect(page.getByRole('img', { name: 'QR code of this voucher' })).toBeVisible();
    await expect(page.locator('.ticket-code')).toBeFocused();
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  expect(await begun()).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open();
  await expect.poll(begun).toHaveLength(3);
  const [duration, delay] = await page.locator('.ticket-stub').evaluate((stub) => {
    const { animationDuration, animationDelay } = getComputedStyle(stub);
    return [animationDuration, animationDelay];
  });
  expect([duration, delay]).toEqual(['0.4s', '0.2s']);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  expect(await begun()).toHaveLength(3);
});
