// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { featureSwitches } from '@zawadi/contract/settings';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { settings, statsOf } from '../../../testing/money.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator, consumer } from '../../../testing/people.ts';

const { open } = pages();

test('S7 card payment cannot be switched on; both unfinished features show Coming Soon', async () => {
  const switches = [
    { name: 'cardPayment' as const, isOn: false, canBeOn: false },
    { name: 'redeemByCode' as const, isOn: false, canBeOn: true },
  ];
  await open('/admin/settings', { as: administrator(), answers: [answer(featureSwitches, { switches })] });
  const card = await screen.findByRole('switch', { name: 'Card payment' });
  expect(card).toHaveProperty('disabled', true);
  expect(card).toHaveProperty('checked', false);
  expect(screen.getByText(whole('no card provider is configured'))).toBeDefined();
  expect(screen.getByRole('switch', { name: 'Redeem by code' })).toHaveProperty('disabled', false);

  for (const address of ['/dashboard/redeem?way=code', '/dashboard/buy-gifts']) {
    await open(address, { as: consumer(), answers: [settings, statsOf(950)] });
    expect(await screen.findByText('Coming Soon')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Redeem Gift Card/u })).toBeNull();
  }
});
