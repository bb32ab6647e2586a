import { buyGift, claim, readGift } from '@zawadi/story/steps';
import { payOnPhone } from '../helpers/phone.ts';
import { registerGift, sendPrompt } from '../helpers/gifts.ts';
import { signIn } from '../helpers/sign-in.ts';
import { expect } from '../helpers/test.ts';
import { visit, type Walk } from './look.ts';

const WIZARD = '/dashboard/redeem?way=withdraw';

/** Walks dashboard, wallet, profile, and a withdrawal through every state of its three steps. */
export async function walkWallet(walk: Walk): Promise<void> {
  const { page, world, meet, look } = walk;
  const person = await meet('Brian', 'Otieno');
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: 'Send your first gift' })).toBeVisible();
  await look(page, 'dashboard-empty');
  await buyForOneself(walk, person);

  const friend = await meet('Zuri', 'Kamau');
  await buyGift(world, friend, { recipient: person, amount: 12_000, message: 'Karibu!', cloth: 'plain' });
  await expect
    .poll(async () => (await world.sandbox.phone(person.phoneNumber)).messages.length)
    .toBeGreaterThan(3);
  await claim(world, person, (await readGift(world, person)).claimToken);
  await page.goto('/dashboard');
  for (const [path, name] of [
    ['/dashboard', 'dashboard'],
    ['/dashboard/wallet', 'wallet'],
    ['/dashboard/transactions', 'transactions'],
    ['/dashboard/redeem', 'redeem'],
  ] as const) {
    await visit(page, path);
    await look(page, name);
  }
  await menus(walk);
  await withdraw(walk);
  await page.route('**/dashboard-stats', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await look(page, 'dashboard-error');
  await page.unroute('**/dashboard-stats');
}

async function buyForOneself(
  { page, world, look }: Walk,
  person: { phoneNumber: string } & Parameters<typeof registerGift>[1]['recipient'],
): Promise<void> {
  await registerGift(page, { amount: 2_000, recipient: person });
  await sendPrompt(page);
  await payOnPhone(world, person.phoneNumber);
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Add to wallet' })).toBeVisible();
  await look(page, 'buy-3-own');
  await page.getByRole('button', { name: 'Add to wallet' }).click();
  await expect(page.getByText('is in your wallet.')).toBeVisible();
  await look(page, 'buy-3-own-added');
}

async function menus({ page, look }: Walk): Promise<void> {
  await visit(page, '/dashboard/wallet');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await look(page, 'sidebar-collapsed');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await look(page, 'menu');
  await page.keyboard.press('Escape');
  if (size !== null) await page.setViewportSize(size);
}

async function withdraw({ page, look, mpesaBehaves }: Walk): Promise<void> {
  const amount = page.getByLabel('Amount', { exact: true });
  const next = page.getByRole('button', { name: 'Continue' });
  const complete = page.getByRole('button', { name: 'Complete', exact: true });
  await visit(page, WIZARD);
  await amount.fill('999999');
  await expect(page.getByText('Insufficient wallet balance')).toBeVisible();
  await look(page, 'withdraw-1-problem');
  await amount.fill('1000');
  await look(page, 'withdraw-1-filled');
  await next.click();
  await expect(complete).toBeVisible();
  await look(page, 'withdraw-2');
  await mpesaBehaves({ callback: { delayMs: 600_000 } });
  await complete.click();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
  await look(page, 'withdraw-3-pending');
  await mpesaBehaves({ callback: { delayMs: 0 } });

  await page.getByRole('button', { name: 'New Withdrawal' }).click();
  await amount.fill('2000');
  await next.click();
  await complete.click();
  await expect(page.getByRole('heading', { name: 'Money sent' })).toBeVisible();
  await look(page, 'withdraw-3-completed');
  await page.getByRole('button', { name: 'View Receipt' }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt' })).toBeVisible();
  await look(page, 'withdraw-receipt');
  await page.getByRole('dialog', { name: 'Receipt' }).getByRole('button', { name: 'Close' }).click();

  await mpesaBehaves({ b2c: 'fail' });
  await page.getByRole('button', { name: 'New Withdrawal' }).click();
  await amount.fill('500');
  await next.click();
  await complete.click();
  await expect(page.getByText('The money is back in your wallet.')).toBeVisible();
  await look(page, 'withdraw-3-canceled');
  await mpesaBehaves({ b2c: 'succeed' });

  await page.getByRole('button', { name: 'New Withdrawal' }).click();
  await amount.fill('600');
  await page.getByLabel('M-PESA number').fill('254712999999');
  await next.click();
  await complete.click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await look(page, 'withdraw-2-code');
}
