// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import {
  makeMerchantVoucher,
  merchantVouchers,
  resendMerchantVoucher,
  voidMerchantVoucher,
  type MerchantVoucher,
} from '@zawadi/contract/merchant-vouchers';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { TYPED } from '../testing/sales.ts';

const { open } = pages();

const NAMES = [...TYPED, 'Juma Ali', 'Juma'];

const made: MerchantVoucher = {
  voucherId: '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11',
  codeLastFour: 'B3NE',
  recipientName: 'Juma Ali',
  phone: '2547••••5678',
  message: '',
  status: 'ACTIVE',
  isFrozen: false,
  value: 500,
  balance: 500,
  createdAt: '2026-11-20T09:00:00.000Z',
  createdBy: 'Njeri Kamau',
  expiresAt: '2028-11-20T20:59:59.999Z',
  canBeVoided: true,
  canBeSent: true,
};

function listOf(...vouchers: MerchantVoucher[]) {
  const outstanding = vouchers.reduce((sum, { balance }) => sum + balance, 0);
  const { length } = vouchers;
  return answer(merchantVouchers, {
    vouchers,
    totals: { count: length, isMore: false, outstanding, open: length, available: 1_500 - outstanding },
  });
}

test('issuing, sending and voiding a voucher are in Kiswahili', async () => {
  const page = await open('/merchant/dashboard/vouchers', {
    as: shopPerson(),
    language: 'sw',
    widthPx: 360,
    answers: [listOf()],
  });
  expect(await screen.findByText('Bado hakuna vocha')).toBeDefined();
  await expectSwahili(NAMES);
  await page.press('Vocha mpya');
  await page.press('Tengeneza vocha');
  expect(await screen.findByText('Tafadhali andika kiasi sahihi')).toBeDefined();
  await expectSwahili(NAMES);
  const form = within(screen.getByRole('dialog'));
  await page.person.type(form.getByLabelText('Kiasi'), '500');
  await page.person.type(form.getByLabelText('Mpokeaji'), 'Juma Ali');
  await page.person.type(form.getByLabelText(/^Simu/u), '0712345678');
  page.answer(
    answer(makeMerchantVoucher, {
      voucher: made,
      code: '1234-5678-9ABC-DEF0',
      claimUrl: 'https://zawadi.test/v/abc',
    }),
    listOf(made),
  );
  await page.press('Tengeneza vocha');
  expect(await screen.findByText(/^Tumetuma msimbo na kiungo kwa/u)).toBeDefined();
  expect(page.sent(makeMerchantVoucher)).toMatchObject([
    { amount: 500, recipientName: 'Juma Ali', phone: '254712345678' },
  ]);
  await expectSwahili(NAMES);
  await page.press('Nimemaliza');
  await page.press('Juma Ali');
  const resendAt = new Date(Date.now() + 600_000).toISOString();
  page.answer(answer(resendMerchantVoucher, { ...made, resendAt }), listOf({ ...made, resendAt }));
  await page.press('Tuma tena');
  expect(await screen.findByText(/^Imetumwa hivi punde\./u)).toBeDefined();
  await expectSwahili(NAMES);
  await page.press('Futa');
  await expectSwahili(NAMES);
  const voided: MerchantVoucher = {
    ...made,
    status: 'VOIDED',
    balance: 0,
    canBeVoided: false,
    canBeSent: false,
  };
  page.answer(answer(voidMerchantVoucher, voided), listOf(voided));
  await page.press('Futa vocha');
  expect(await screen.findByText('Vocha imefutwa')).toBeDefined();
  await expectSwahili(NAMES);
});
