import { newPerson } from '@zawadi/story/people';
import type { Person, SignedIn } from '@zawadi/story/people';
import { buyGift, claim, openTill, readGift, redeemTwice } from '@zawadi/story/steps';
import type { World } from '@zawadi/story/steps';
import { letVoucherExpire, whileThereAreShops } from './helpers/database.ts';
import { signIn, submitLogin } from './helpers/sign-in.ts';
import { expect, test } from './helpers/test.ts';

type Meet = (firstName: string, lastName: string) => Promise<SignedIn>;

const RECIPIENT = newPerson('Brenda', 'Moraa');
const DEMO_MERCHANT = 'DUKA001';

test('S160 the holder of the link sees the gift and where to spend it, and its code when asked for', async ({
  page,
  world,
  meet,
}) => {
  const { code, claimToken } = await give(world, meet, RECIPIENT);
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
  // How many shops there are by now depends on the journeys before this one.
  const more = page.getByRole('button', { name: /^See (?:all )?\d+ (?:of \d+ )?shops$/u });
  const search = page.getByRole('searchbox', { name: 'Find a shop' });
  await expect(shop.or(more).first()).toBeVisible();
  if (await search.isVisible()) await search.fill('Duka la Juma');
  else if (!(await shop.isVisible())) await more.click();
  await expect(shop).toBeVisible();
});

test('among very many shops one is found by a part of its name', async ({ page, world, meet }) => {
  const { claimToken } = await give(world, meet, RECIPIENT);
  await whileThereAreShops(50, async () => {
    await page.goto(`/v/${claimToken}`);
    await page.getByRole('button', { name: /^See 12 of \d+ shops$/u }).click();
    await expect(page.getByText('Aaa Kiosk 12', { exact: true })).toBeVisible();
    await expect(page.getByText('Duka la Juma')).toBeHidden();
    const search = page.getByRole('searchbox', { name: 'Find a shop' });
    await search.fill('la juma');
    await expect(page.getByText('Duka la Juma')).toBeVisible();
    await expect(page.getByText('Aaa Kiosk 12', { exact: true })).toBeHidden();
    await search.fill('aaa kiosk');
    await expect(page.getByText('There are more. Enter more of the name.')).toBeVisible();
    await search.fill('nobody has this name');
    await expect(page.getByText('No shop of this name takes gifts.')).toBeVisible();
    await search.fill('');
    await expect(page.getByText('Aaa Kiosk 12', { exact: true })).toBeVisible();
  });
});

test('S504 the code is copied in its four groups', async ({ page, context, world, meet }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { code, claimToken } = await give(world, meet, RECIPIENT);
  await page.goto(`/v/${claimToken}`);
  await page.getByRole('button', { name: 'Show code' }).click();
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect(page.getByText('Copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
});

test('S168 a partly used gift shows what is left, and a used one nothing to do', async ({
  page,
  world,
  meet,
}) => {
  const { code, claimToken } = await give(world, meet, RECIPIENT);
  const till = await openTill(world, DEMO_MERCHANT);
  await redeemTwice(world, till, code, 350);
  await page.goto(`/v/${claimToken}`);
  await expect(page.getByRole('article', { name: /Partly used/u })).toContainText(
    /KES\s600 of KES\s950 left/u,
  );
  await expect(page.getByRole('link', { name: 'Add to wallet' })).toBeVisible();

  await redeemTwice(world, till, code, 600);
  await page.reload();
  await expect(page.getByRole('article', { name: /Used$/u })).toBeVisible();
  await expect(page.getByText('This gift is used up. Nothing is left to spend.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add to wallet' })).toBeHidden();
  await expect(page.getByRole('button', { name: /code$/u })).toBeHidden();
});

test('S169 a claimed gift says that it is in a wallet', async ({ page, world, meet }) => {
  const recipient = await meet('Cheruto', 'Lagat');
  const { claimToken } = await give(world, meet, recipient);
  await claim(world, recipient, claimToken);
  await page.goto(`/v/${claimToken}`);
  await expect(page.getByRole('article', { name: /In wallet/u })).toBeVisible();
  await expect(page.getByText('Its code no longer works.')).toBeVisible();
});

test('S170 an expired gift says when it was valid, and nothing can be done with it', async ({
  page,
  world,
  meet,
}) => {
  const { claimToken } = await give(world, meet, RECIPIENT);
  await page.goto(`/v/${claimToken}`);
  await letVoucherExpire(RECIPIENT.phoneNumber);
  await page.reload();
  await expect(page.getByRole('article', { name: /Expired/u })).toBeVisible();
  await expect(page.getByText(/This gift expired\. It was valid until/u)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add to wallet' })).toBeHidden();
});

test('S171 an unknown link says so, and shows nothing else', async ({ page }) => {
  await page.goto('/v/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByText('We do not know this voucher.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
});

test('S163 a signed-out user signs in on the way, and the gift is in the wallet', async ({
  page,
  world,
  meet,
}) => {
  const recipient = await meet('Dorcas', 'Jepkosgei');
  const { claimToken } = await give(world, meet, recipient);
  await page.goto(`/v/${claimToken}`);
  await page.getByRole('link', { name: 'Add to wallet' }).click();
  await page.getByRole('link', { name: 'I have an account' }).click();
  // The verified number does for the address.
  await submitLogin(page, 'Email', `0${recipient.phoneNumber.slice(3)}`);
  await expect(page.getByRole('heading', { name: 'Karibu, Dorcas' })).toBeVisible();
  await expect(page.getByText(/KES\s*950/u)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Karibu, Dorcas' })).toBeVisible();
  await expect(page.getByText(/KES\s*950/u)).toBeVisible();
});

test('S164 a gift for another user cannot be added, and the page says why', async ({ page, world, meet }) => {
  const { claimToken } = await give(world, meet, RECIPIENT);
  await signIn(page, await meet('Elimu', 'Otieno'), `/v/${claimToken}`);
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  await expect(page.getByText('This gift was sent to another phone number or email address.')).toBeVisible();
});

test('S173 on paper there is the gift alone, on one page', async ({ page, world, meet }) => {
  const { claimToken } = await give(world, meet, RECIPIENT);
  await page.goto(`/v/${claimToken}`);
  await page.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('article')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  await expect(page.getByText('Where to spend it')).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/gu), 'pages').toHaveLength(1);
});

/** A gift of KES 950 from a new user. */
async function give(
  world: World,
  meet: Meet,
  recipient: Person,
): Promise<{ code: string; claimToken: string }> {
  const before = (await world.sandbox.phone(recipient.phoneNumber)).messages.length;
  const buyer = await meet('Aisha', 'Hussein');
  await buyGift(world, buyer, { recipient, amount: 1_000, message: 'Kwa upendo', cloth: 'birthday' });
  await expect
    .poll(async () => (await world.sandbox.phone(recipient.phoneNumber)).messages.length)
    .toBeGreaterThan(before);
  return readGift(world, recipient);
}
