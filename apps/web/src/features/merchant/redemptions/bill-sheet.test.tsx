// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { lookUpVoucher, redeemAtTill } from '@zawadi/contract/redemptions';
import { noteBill } from '@zawadi/contract/redemptions-bills';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { CODE, pasteCode, redemptionDone, TILL, voucherFound } from './testing/till-vouchers.ts';

const { open } = pages();

test('says what is left of a bill, redeems the rest from the voucher, and notes the payment on the receipt', async () => {
  const done = redemptionDone();
  const total = done.amount + 300;
  const bill = { total, rest: 300, paidBy: 'mpesa', mpesaReceipt: 'UKL1A2B3C4' } as const;
  const page = await open(TILL, {
    as: shopPerson('cashier'),
    answers: [
      answer(lookUpVoucher, voucherFound({ balance: done.amount })),
      answer(redeemAtTill, done),
      answer(noteBill, { ...done, bill }),
    ],
  });
  await pasteCode(page.person, CODE);
  await page.person.type(await screen.findByLabelText(/^Total of the bill/u), String(total));
  expect(screen.getByLabelText<HTMLInputElement>('Take').value).toBe(done.amount.toLocaleString('en-KE'));
  expect(document.querySelector('.sum .total')?.textContent).toMatch(/^Left to pay\s*KES\s*300$/u);
  await page.press(/^Redeem KES/u);
  expect(await screen.findByText(/^Left to pay: KES\s300$/u)).toBeDefined();
  await page.person.selectOptions(screen.getByLabelText('Rest paid by'), 'mpesa');
  await page.person.type(screen.getByLabelText('Receipt of M-PESA'), 'UKL1A2B3C4');
  await page.press('Put it on the receipt');
  expect(await screen.findByText('M-PESA UKL1A2B3C4')).toBeDefined();
  expect(page.sent(noteBill)).toEqual([
    { redemptionId: done.redemptionId, total, paidBy: 'mpesa', mpesaReceipt: 'UKL1A2B3C4' },
  ]);
});
