// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { viewVoucher } from '@zawadi/contract/vouchers';
import { expect, test } from 'vitest';
import { answer } from '../../testing/contract-answers.ts';
import { publicGift } from '../../testing/money.ts';
import { pages } from '../../testing/open-page.tsx';

const { open } = pages();

test('a voucher of a closed shop says so, and can be added to the wallet', async () => {
  const closed = {
    senderName: 'Duka la Zamani',
    canBeClaimed: true,
    isShopClosed: true,
    shops: [],
    shopCount: 0,
  };
  const gift = publicGift({ ...closed, expiresAt: '2027-02-28T09:00:00.000Z' });
  await open('/v/a-token-from-a-link', { answers: [answer(viewVoucher, gift)] });
  expect(
    await screen.findByRole('heading', { name: 'Brenda, Duka la Zamani sent you a gift' }),
  ).toBeDefined();
  expect(
    screen.getByText(/^This shop has closed\. Add its value to your wallet by 28 February 2027;/u),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'Add to wallet' })).toBeDefined();
});
