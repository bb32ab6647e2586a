// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { previewAction } from '@zawadi/contract/approvals-preview';
import { showContacts } from '@zawadi/contract/contacts';
import { refusals } from '@zawadi/contract/refusals';
import { readTransaction } from '@zawadi/contract/transactions';
import { sample } from '@zawadi/contract/example-values';
import {
  adminResendVoucher,
  bookReversal,
  extendVoucher,
  refundVoucher,
  voidVoucher,
} from '@zawadi/contract/voucher-actions';
import { expect, test } from 'vitest';
import { answer, answerBy, refusal } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { itsVoucher, pageOfPayment } from './testing/a-payment.ts';

const { open } = pages();

const HERE = `/admin/transactions/Deposit/${sample.id}`;
const EVERYTHING = {
  canResend: true,
  canRefund: true,
  canVoid: true,
  canExtend: true,
  canBookReversal: true,
} as const;
const DONE = { outcome: 'done' } as const;

test('S309 support sees every detail and can help, and asks finance for a refund instead of moving money', async () => {
  const page = await open(HERE, { as: administrator('support'), answers: [pageOfPayment(EVERYTHING)] });
  expect(await screen.findByText('TKQ1AB2CD3')).toBeDefined();
  for (const name of ['Refund', 'M-PESA took it back…'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  for (const name of ['Ask for a refund', 'Void', 'Extend'])
    expect(screen.getByRole('button', { name }), name).toBeDefined();
  await page.press('Resend');
  expect(await screen.findByText('The recipient gets the same code and link.')).toBeDefined();
  expect(page.sent(adminResendVoucher)).toEqual([{ voucherId: sample.redemptionId }]);
});

test('an open case of a payment says how much waits in suspense', async () => {
  const second = { reviewId: sample.id, kind: 'money_without_purchase', text: 'Money that fits no purchase' };
  const reviews = [{ ...second, at: '2026-11-20T09:00:00.000Z', isOpen: true, heldAmount: 1_500 }];
  await open(HERE, { as: administrator('finance'), answers: [pageOfPayment({}, { reviews })] });
  const link = await screen.findByRole('link', { name: 'Decide whose money it is' });
  expect(link.getAttribute('href')).toBe(`/admin/transactions/reviews?review=${sample.id}`);
  expect(link.parentElement?.textContent).toMatch(
    /^Money that fits no purchase\. KES\s1,500 waits in suspense/u,
  );
  expect(screen.getByText(/^An open case in the review queue\. KES\s1,500 waits/u)).toBeDefined();
});

test('a payment names its buyer, and shows the contacts of buyer and recipient in full on request', async () => {
  const facts = [
    { label: 'Paid from', value: '2547****111' },
    { label: 'Buyer', value: 'Amina Wanjiru' },
    { label: 'Buyer email', value: 'a***@example.test' },
  ];
  const page = await open(HERE, {
    as: administrator('support'),
    answers: [
      pageOfPayment({}, { facts, userId: sample.id }),
      answerBy(showContacts, ({ body }) => ({
        contacts:
          body.kind === 'transaction'
            ? [
                { label: 'Paid from', value: '254711000111' },
                { label: 'Buyer email', value: 'amina@example.test' },
              ]
            : [{ label: 'Recipient phone', value: '254722000222' }],
      })),
    ],
  });
  const buyer = await screen.findByRole('link', { name: 'Amina Wanjiru' });
  expect(buyer.getAttribute('href')).toBe(`/admin/users/${sample.id}`);
  for (const button of screen.getAllByRole('button', { name: 'Show contacts' })) {
    await page.person.click(button);
  }
  for (const text of ['0711 000 111', '0722 000 222', 'amina@example.test']) {
    expect(await screen.findByText(whole(text))).toBeDefined();
  }
  expect(page.sent(showContacts)).toEqual(
    expect.arrayContaining([
      { kind: 'transaction', type: 'Deposit', id: sample.id },
      { kind: 'voucher', id: sample.redemptionId },
    ]),
  );
});

test('a refund shows where the money goes, asks for a reason, and shows whether it needs a second administrator', async () => {
  const rule = { needsTwo: true, because: 'amount', from: 10_000, doneAlone: 0 } as const;
  const page = await open(HERE, {
    as: administrator('finance'),
    answers: [
      pageOfPayment(EVERYTHING),
      answer(previewAction, { rule }),
      answer(refundVoucher, { outcome: 'waiting', approvalId: sample.id }),
    ],
  });
  await page.press('Refund');
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Refund KES\s1,000 of Brian Otieno’s voucher\?$/u }),
  );
  expect(dialog.getByText(/goes back by M-PESA to the phone that paid/u)).toBeDefined();
  expect(
    await dialog.findByText(/^This needs a second administrator: two decide from KES\s10,000 on\.$/u),
  ).toBeDefined();
  await page.press('Ask for approval');
  expect(await dialog.findByText('Please give a reason')).toBeDefined();
  expect(page.sent(refundVoucher)).toEqual([]);
  await page.type({ Reason: 'Bought twice' });
  await page.press('Ask for approval');
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(page.sent(refundVoucher)).toEqual([{ voucherId: sample.redemptionId, reason: 'Bought twice' }]);
});

test('shows a refusal by the server in the dialog, and keeps the typed values', async () => {
  const page = await open(HERE, {
    as: administrator('finance'),
    answers: [pageOfPayment(EVERYTHING), refusal(refundVoucher, 'approval_open')],
  });
  await page.press('Refund');
  const dialog = within(await screen.findByRole('dialog'));
  await page.type({ Reason: 'Bought twice' });
  await page.person.click(dialog.getByRole('button', { name: 'Refund' }));
  expect(await dialog.findByText(whole(refusals.approval_open.message))).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Bought twice');
});

test('extending, replacing and reversing explain their effect before they are sent', async () => {
  const expired = itsVoucher({ status: 'EXPIRED', balance: 0, expiresAt: '2026-11-19T20:59:59.000Z' });
  const page = await open(HERE, {
    as: administrator(),
    answers: [
      pageOfPayment(EVERYTHING, { voucher: expired }),
      answer(extendVoucher, DONE),
      answer(voidVoucher, DONE),
      answer(bookReversal, DONE),
    ],
  });
  await page.press('Extend');
  expect(await screen.findByRole('dialog', { name: 'Extend Brian Otieno’s voucher?' })).toBeDefined();
  expect(screen.getByText(/It comes back with what was left on it, up to KES\s950/u)).toBeDefined();
  await page.type({ Reason: 'In hospital until yesterday' });
  page.answer(pageOfPayment(EVERYTHING));
  await page.person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Extend' }));
  expect(await screen.findByText('Voucher extended')).toBeDefined();

  await page.press('Void');
  const voiding = within(
    await screen.findByRole('dialog', { name: /^Void Brian Otieno’s voucher of KES\s950\?$/u }),
  );
  expect(voiding.getByText('Code and link stop working at once.')).toBeDefined();
  await page.type({ Reason: 'Sent to the wrong person' });
  await page.press('Void voucher');
  expect(await voiding.findByText('Please choose where the value goes')).toBeDefined();
  expect(page.sent(voidVoucher)).toEqual([]);
  await page.person.click(voiding.getByLabelText(/^Another person/u));
  await page.press('Void voucher');
  expect(await voiding.findByText(/^Please enter a valid phone number/u)).toBeDefined();
  expect(page.sent(voidVoucher)).toEqual([]);
  await page.person.click(voiding.getByLabelText(/^A new voucher/u));
  await page.type({ Reason: 'The code was posted in a group' });
  await page.press('Void voucher');
  expect(await screen.findByText('The new code is on its way to the recipient.')).toBeDefined();
  expect(page.sent(voidVoucher)).toMatchObject([
    { valueGoesTo: 'replacement', reason: 'The code was posted in a group' },
  ]);

  await page.press('M-PESA took it back…');
  expect(
    await screen.findByRole('dialog', { name: /^Book that M-PESA took KES\s1,000 back\?$/u }),
  ).toBeDefined();
  await page.type({ 'Receipt of the reversal': 'UKR1', Reason: 'On the statement of today' });
  await page.press('Book reversal');
  expect(page.sent(bookReversal)).toEqual([]);
  await page.type({ 'Receipt of the reversal': 'UKR1234567' });
  await page.press('Book reversal');
  expect(await screen.findByText('Reversal booked')).toBeDefined();
  expect(page.sent(bookReversal)).toMatchObject([{ receipt: 'UKR1234567' }]);
});

test('a page of a missing payment explains what to search for', async () => {
  await open(HERE, { as: administrator(), answers: [refusal(readTransaction, 'not_found')] });
  expect(await screen.findByRole('heading', { name: 'There is no such transaction' })).toBeDefined();
  await waitFor(() => expect(screen.getByRole('link', { name: 'All transactions' })).toBeDefined());
});

test('the payment of a basket lists its gifts, and links each to its voucher', async () => {
  await open(HERE, {
    as: administrator('support'),
    answers: [
      pageOfPayment(
        {},
        {
          voucher: undefined,
          basket: [
            {
              recipientName: 'Mama Njeri',
              value: 1_425,
              voucher: { voucherId: sample.redemptionId, status: 'ACTIVE' },
            },
            { recipientName: 'Brian Otieno', value: 2_850 },
          ],
        },
      ),
    ],
  });
  const link = await screen.findByRole('link', { name: 'Mama Njeri' });
  expect(link.getAttribute('href')).toBe(`/admin/transactions/vouchers/${sample.redemptionId}`);
  expect(screen.getByText('2 gifts')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Brian Otieno' })).toBeNull();
});
