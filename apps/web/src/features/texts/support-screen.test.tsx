// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { publicSettings } from '@zawadi/contract/settings';
import { userDetails } from '@zawadi/contract/users-details';
import { freezeWallet } from '@zawadi/contract/wallet-freeze';
import { expect, test } from 'vitest';
import { answer } from '../../testing/contract-answers.ts';
import { settings, usualSettings } from '../../testing/money.ts';
import { pages } from '../../testing/open-page.tsx';
import { consumer } from '../../testing/people.ts';

const { open } = pages();

const staffed = answer(publicSettings, {
  ...usualSettings,
  support: {
    email: 'help@zawadi.example',
    phone: '0800 123 456',
    hours: { firstDay: 1, lastDay: 6, opens: '08:00', closes: '20:00' },
  },
});

test('the support page answers ten questions and shows number, hours and address, in both languages', async () => {
  for (const [language, hours, stolen] of [
    ['en', 'Monday to Saturday, 08:00 to 20:00', 'My phone was stolen'],
    ['sw', 'Jumatatu hadi Jumamosi, 08:00 hadi 20:00', 'Simu yangu imeibiwa'],
  ] as const) {
    await open('/support', { answers: [staffed], language });
    const number = await screen.findByRole('link', { name: '0800 123 456' });
    expect(number.getAttribute('href')).toBe('tel:0800123456');
    expect(screen.getByText(hours)).toBeDefined();
    expect(screen.getByRole('link', { name: 'help@zawadi.example' })).toBeDefined();
    expect(screen.getByRole('heading', { name: stolen })).toBeDefined();
    const own = [...document.querySelectorAll('section h2')];
    expect(screen.getAllByRole('heading', { level: 2 }).filter((one) => !own.includes(one))).toHaveLength(10);
  }
});

test('the support page shows no number and no hours that the operator has not set', async () => {
  await open('/support', { answers: [settings] });
  const talk = (await screen.findByRole('heading', { name: 'Talk to us' })).closest('section');
  const links = within(talk ?? document.body).getAllByRole('link');
  expect(links.some((link) => link.getAttribute('href')?.startsWith('tel:'))).toBe(false);
  expect(talk?.textContent).not.toMatch(/call you back|undefined/u);
});

test('a signed-in owner freezes the wallet from the support page with two presses', async () => {
  const walletFreeze = { by: 'session' as const, since: '2026-11-20T09:00:00.000Z', opensAt: null };
  const page = await open('/support', {
    as: consumer(),
    answers: [settings, answer(freezeWallet, { walletFreeze })],
  });
  await screen.findByRole('button', { name: 'Freeze my wallet' });
  await page.press('Freeze my wallet');
  const asking = within(await screen.findByRole('dialog', { name: 'Freeze your wallet?' }));
  page.answer(answer(userDetails, consumer({ walletFreeze }).details.answer as never));
  await page.person.click(asking.getByRole('button', { name: 'Freeze my wallet' }));
  expect(await screen.findByText('No money leaves it. Gifts still come in.')).toBeDefined();
  expect(page.sent(freezeWallet)).toHaveLength(1);
});

test('a signed-out owner goes from the support page to the freeze by SMS', async () => {
  const page = await open('/support', { answers: [settings] });
  await page.person.click(await screen.findByRole('link', { name: 'Freeze my wallet' }));
  await waitFor(() => expect(page.address()).toBe('/freeze'));
  expect(await screen.findByLabelText('Phone number')).toBeDefined();
});
