// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { readVoucherForAdmin } from '@zawadi/contract/transactions-voucher';
import { releaseHoldBySupport } from '@zawadi/contract/voucher-actions';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const hold = {
  holdId: '5f0d4f6e-8c1a-5b7e-9d43-0a3f4c1b2d6e',
  businessName: 'Duka la Mbali',
  amount: 400,
  expiresAt: '2026-11-20T10:00:00.000Z',
};
const RELEASED = 'Hold released by Wanjiku Otieno: The order was never made';

function voucherWith(holds: (typeof hold)[], lastStep?: string) {
  const { voucher, actions } = emptyAnswer(readVoucherForAdmin);
  const activities = lastStep === undefined ? [] : [{ at: hold.expiresAt, text: lastStep, kind: 'hold' }];
  return answer(readVoucherForAdmin, {
    voucher: { ...voucher, voucherId: sample.id, value: 950, balance: 550, holds, activities },
    actions,
  });
}

test("support releases a shop's hold with a reason, which the voucher’s history shows", async () => {
  const page = await open(`/admin/transactions/vouchers/${sample.id}`, {
    as: administrator('support'),
    answers: [voucherWith([hold])],
  });
  expect(await screen.findByText(/^Duka la Mbali holds KES\s400$/u)).toBeDefined();
  await page.press('Release hold');
  const dialog = within(await screen.findByRole('dialog'));
  await page.person.click(dialog.getByRole('button', { name: 'Release hold' }));
  expect(page.sent(releaseHoldBySupport)).toEqual([]);
  await page.person.type(dialog.getByLabelText('Reason'), 'The order was never made');
  page.answer(voucherWith([], RELEASED));
  await page.person.click(dialog.getByRole('button', { name: 'Release hold' }));
  expect(await screen.findByText(RELEASED)).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/^Duka la Mbali holds/u)).toBeNull());
  expect(page.sent(releaseHoldBySupport)).toEqual([
    { holdId: hold.holdId, reason: 'The order was never made' },
  ]);
});
