// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { merchant, updateMerchant, type Merchant } from '@zawadi/contract/merchants';
import { merchantDetails } from '@zawadi/contract/merchants-details';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const shop: Merchant = {
  ...merchant.parse(emptyAnswer({ answer: merchant })),
  merchantId: sample.id,
  merchantCode: 'DUKA001',
  businessName: 'Duka la Mahali',
  contactName: 'Njeri Kamau',
  contactEmail: 'njeri@example.test',
  contactPhoneNumber: '254722000103',
  status: 'ACTIVE',
};

test('an administrator corrects the place of a shop', async () => {
  const page = await open('/admin/merchants/DUKA001', {
    as: administrator(),
    answers: [answer(merchantDetails, shop)],
  });
  await page.press('Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Merchant: Duka la Mahali' }));
  await page.person.selectOptions(dialog.getByLabelText('What the shop sells'), 'Chemist');
  await page.person.selectOptions(dialog.getByLabelText('Town'), 'Another place');
  await page.person.type(dialog.getByLabelText(/^Area and street/u), 'Gilgil, Station Road');
  await page.person.type(dialog.getByLabelText(/^Map link/u), 'somewhere');
  await page.person.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await dialog.findByText(/^Please paste a link from Google Maps/u)).toBeDefined();
  expect(page.sent(updateMerchant)).toEqual([]);
  const place = {
    ...shop.place,
    category: 'chemist',
    town: 'Other',
    street: 'Gilgil, Station Road',
  } as const;
  page.answer(answer(merchantDetails, { ...shop, place }));
  await page.person.clear(dialog.getByLabelText(/^Map link/u));
  await page.person.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Merchant updated successfully!')).toBeDefined();
  expect(page.sent(updateMerchant)).toMatchObject([
    { merchantId: sample.id, place: { town: 'Other', street: 'Gilgil, Station Road' } },
  ]);
  expect(await screen.findByText(/Gilgil, Station Road/u)).toBeDefined();
});
