// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { listMembers } from '@zawadi/contract/merchants-members';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { placeOf, placesAnswer, westlands } from '../places/testing/place-answers.ts';
import { TYPED } from '../testing/sales.ts';
import { SETTINGS, settingsAnswer } from './testing/settings-answers.ts';

const { open } = pages();

const AT = '2026-11-20T09:00:00.000Z';

const juma = answer(listMembers, {
  staff: [
    {
      staffId: sample.id,
      signInCode: 'DUKA001.JUMA',
      name: 'Juma Otieno',
      email: null,
      staffRole: 'cashier',
      placeId: null,
      status: 'ACTIVE',
      mustChangePassword: false,
      twoFactorEnabled: false,
      lastLogin: null,
      createdAt: AT,
    },
  ],
});

/** Names of banks and towns stay English. */
const allowed = [...TYPED, 'Bank', 'Standard', 'Chartered', 'Family', 'National', 'Co-operative'];

test("an owner's settings are in Swahili, and so are a cashier's", async () => {
  const page = await open(SETTINGS, {
    as: shopPerson(),
    language: 'sw',
    widthPx: 360,
    answers: [settingsAnswer(), placesAnswer(placeOf()), juma],
  });
  await screen.findByText('Juma Otieno');
  await expectSwahili(TYPED);
  for (const [button, send] of [
    ['Hariri mawasiliano'],
    ['Badilisha barua pepe', 'Tuma msimbo'],
    ['Weka mahali'],
    ['Ongeza tawi', 'Ongeza tawi'],
    ['Weka njia', 'Hifadhi njia'],
    ['Ongeza wafanyakazi', 'Ongeza wafanyakazi'],
    ['Simamia Juma Otieno'],
    ['Badilisha Nenosiri', 'Badilisha Nenosiri'],
  ] as const) {
    await page.press(button);
    const dialog = within(await screen.findByRole('dialog'));
    if (send !== undefined) {
      await page.person.click(dialog.getByRole('button', { name: send }));
      await dialog.findAllByRole('alert');
    }
    await expectSwahili(allowed);
    await page.person.click(dialog.getByRole('button', { name: 'Ghairi' }));
  }
  await page.press('Weka saa');
  fireEvent.change(await screen.findByLabelText('Jumatatu: linafunguliwa saa'), { target: { value: '' } });
  await page.press('Hifadhi saa');
  expect(await screen.findByText('Tafadhali andika saa kama 08:30')).toBeDefined();
  await page.press('Ghairi');
  await page.person.selectOptions(screen.getByLabelText('Mara ngapi'), 'weekly');
  expect(await screen.findByText(/^Kila Jumatatu saa/u)).toBeDefined();
  fireEvent.change(screen.getByLabelText('Rangi ya biashara'), { target: { value: '#12' } });
  expect(await screen.findByText(/^Tafadhali andika rangi kama #7c3a1d/u)).toBeDefined();
  await expectSwahili(TYPED);
  const openingHours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'all-day' as const }));
  const channel = { kind: 'paybill', payBillNumber: '247247', accountNumber: '0123' } as const;
  page.answer(
    placesAnswer(placeOf({ openingHours }), westlands),
    settingsAnswer({
      payoutChannel: { channel, shownAs: 'M-Pesa', effectiveAt: AT },
      nextPayoutChannel: { channel, shownAs: 'M-Pesa', effectiveAt: null },
      areSettlementsHeld: true,
    }),
  );
  await page.reload();
  expect(await screen.findAllByText('Pay bill 247247, akaunti 0123')).not.toEqual([]);
  await expectSwahili([...TYPED, 'Westlands']);
  await page.press('Funga tawi');
  await expectSwahili([...TYPED, 'Westlands']);

  await open(SETTINGS, { as: shopPerson('cashier', { memberName: 'Juma Otieno' }) });
  expect(await screen.findByRole('heading', { name: 'Usalama wa Akaunti' })).toBeDefined();
  await expectSwahili(TYPED);
});
