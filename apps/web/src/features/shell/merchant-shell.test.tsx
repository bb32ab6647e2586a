// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pages } from '../../testing/open-page.tsx';
import { shopPerson } from '../../testing/people.ts';

const { open } = pages();

const HOME = '/merchant/dashboard';
const TILL = `${HOME}/redeem`;

const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

/** Opens pages as a cashier, and expects each to redirect to the till. */
async function expectLedToTill(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const page = await open(`${HOME}${path}`, { as: shopPerson('cashier') });
    await expect.poll(page.address, { message: path }).toBe(TILL);
  }
}

test('S104 a cashier sees only help, the till and own day closes, and opens no other list', async () => {
  await expectLedToTill(['', '/transactions', '/settlements', '/settlements/ST-20261120-AAAAA', '/reports']);
  await open(`${HOME}/support`, { as: shopPerson('cashier') });
  expect(await screen.findByText('How do I redeem a voucher?')).toBeDefined();
  const links = (await menu()).getAllByRole('link').map(({ textContent }) => textContent);
  expect(links).toEqual(['Redeem', 'Day closes', 'Support', 'Settings']);
});

test("a cashier neither sees nor opens the shop's vouchers", async () => {
  await expectLedToTill(['/vouchers']);
  expect((await menu()).queryByRole('link', { name: 'Vouchers' })).toBeNull();
});

test('S126 a manager sees no secret, and a cashier is redirected to the till', async () => {
  await expectLedToTill(['/api', '/api/webhooks', '/api/events', '/api/log']);
  expect((await menu()).queryByRole('link', { name: 'API Access' })).toBeNull();
  await open(`${HOME}/api`, { as: shopPerson('manager') });
  expect(await screen.findByText('Only the owner can make a new one.', { exact: false })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Regenerate secret' })).toBeNull();
});
