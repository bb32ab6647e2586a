// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { changeBuyerDetails } from '@zawadi/contract/invoices-own';
import { expect, test } from 'vitest';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { TYPED } from '../testing/sales.ts';

const { open } = pages();

test('the invoices screen is in Swahili, also when it refuses a wrong KRA PIN', async () => {
  const page = await open('/merchant/dashboard/settlements/invoices', {
    as: shopPerson(),
    language: 'sw',
    widthPx: 360,
  });
  await page.press('Badilisha');
  const pin = await screen.findByLabelText(/^PIN ya KRA/u);
  await page.person.clear(pin);
  await page.person.type(pin, '12');
  await page.press('Hifadhi');
  expect(await screen.findByText('Tafadhali andika PIN ya KRA kama P051234567X')).toBeDefined();
  expect(page.sent(changeBuyerDetails)).toEqual([]);
  await expectSwahili(TYPED);
});
