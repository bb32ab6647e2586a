// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { sample } from '@zawadi/contract/example-values';
import { searchEverything } from '@zawadi/contract/search';
import { shortReference } from '@zawadi/contract/short-reference';
import { listTransactions } from '@zawadi/contract/transactions';
import { queryReceipt, readReceipt } from '@zawadi/contract/transactions-queries';
import { readVoucherForAdmin } from '@zawadi/contract/transactions-voucher';
import { formatVoucherCode, voucherCodeFromBytes } from '@zawadi/contract/voucher-code';
import { expect, test } from 'vitest';
import { aPayment } from '../transactions/testing/a-payment.ts';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { officeDashboard } from '../../../testing/office.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const zuhura = {
  isNamed: false,
  userId: sample.id,
  name: 'Zuhura Kioni',
  email: 'zuhura@example.test',
  status: 'ACTIVE' as const,
};
const otherZuhura = { ...zuhura, userId: sample.redemptionId, name: 'Zuhura Otieno' };

/** Two people are called Zuhura; one of them has the searched email address. */
const found = answerBy(searchEverything, ({ body: { text } }) => ({
  ...emptyAnswer(searchEverything),
  people: PEOPLE[text] ?? [],
}));
const PEOPLE: Record<string, CallAnswer<typeof searchEverything>['people']> = {
  zuhura: [zuhura, otherZuhura],
  [zuhura.email]: [{ ...zuhura, isNamed: true }],
  '5757': [zuhura, otherZuhura],
};

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Find anything' }));
const field = async () => (await dialog()).findByRole('searchbox');

test('searches by keyboard alone, and explains that nothing was found', async () => {
  const page = await open('/admin', { as: administrator('read-only'), answers: [officeDashboard, found] });
  await screen.findByRole('heading', { name: 'Today’s Performance' });
  await page.person.keyboard('{Control>}k{/Control}');
  await page.person.type(await field(), 'zuhura');
  const rows = await (await dialog()).findAllByRole('link', { name: /^Zuhura/u });
  await page.person.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement).toBe(rows[0]);
  await page.person.keyboard('{ArrowDown}');
  await expect.poll(() => document.activeElement).toBe(rows[1]);
  await page.person.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(() => document.activeElement).toBe(await field());
  // Enter opens a result only if it is the only exact match or the only result.
  await page.person.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(rows[0]);
  expect(page.address()).toBe('/admin');
  await page.person.clear(await field());
  await page.person.type(await field(), 'Nobody of this name');
  expect(await (await dialog()).findByText('Nothing found for “Nobody of this name”.')).toBeDefined();
  await page.person.clear(await field());
  // Press Enter before the typing pause is over.
  await page.person.type(await field(), `${zuhura.email}{Enter}`);
  await expect.poll(page.address).toBe(`/admin/users/${sample.id}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('heading', { name: 'Signed-in devices' })).toBeDefined();
  await page.person.keyboard('/');
  expect(await field()).toHaveProperty('value', '');
});

const voucherFound = {
  isNamed: true,
  voucherId: sample.id,
  codeLastFour: 'K7M2',
  senderName: 'Duka la Vocha',
  recipientName: 'Kip Rotich',
  status: 'ACTIVE' as const,
  isFrozen: false,
  value: 500,
  balance: 500,
  issuedAt: '2026-11-20T09:00:00.000Z',
};

test('a whole voucher code pasted into a list opens the global search, which links to the page of a shop’s own voucher', async () => {
  const code = formatVoucherCode(voucherCodeFromBytes(new Uint8Array(15).fill(7)));
  const { voucher, actions } = emptyAnswer(readVoucherForAdmin);
  const page = await open('/admin/transactions', {
    as: administrator('support'),
    answers: [
      answerBy(searchEverything, ({ body: { text } }) => ({
        ...emptyAnswer(searchEverything),
        readAs: 'code' as const,
        vouchers: text === code ? [voucherFound] : [],
      })),
      answer(readVoucherForAdmin, { voucher: { ...voucher, voucherId: sample.id }, actions }),
    ],
  });
  await page.person.click(await screen.findByLabelText('Search'));
  await page.person.paste(code);
  expect(await (await dialog()).findByRole('link', { name: /^For Kip Rotich/u })).toBeDefined();
  expect(page.address()).not.toContain(code);
  expect(page.asked(listTransactions).join()).not.toContain(code);
  await page.person.type(await field(), '{Enter}');
  await expect.poll(page.address).toBe(`/admin/transactions/vouchers/${sample.id}`);
  expect(
    await screen.findByRole('heading', { level: 1, name: `Voucher ${shortReference(sample.id)}` }),
  ).toBeDefined();
  expect(await screen.findByText('Nothing was taken from it yet')).toBeDefined();
  expect(screen.queryByText(code)).toBeNull();
});

test('offers to ask M-PESA about an unknown receipt, waits for its answer, and links to the payment', async () => {
  const receipt = 'UKSCWWEOM7';
  const query = { at: new Date().toISOString(), call: 'status', askedBy: 'administrator' } as const;
  const nothing = { receipt, queries: [], answers: [], payments: [], reviews: [] };
  const asked = { ...nothing, queries: [{ ...query, state: 'accepted' as const }] };
  const answered = {
    ...nothing,
    queries: [{ ...query, state: 'answered' as const }],
    answers: [
      {
        at: query.at,
        meaning: 'received' as const,
        status: 'Completed',
        amount: 1_500,
        from: '254712***001',
      },
    ],
    payments: [aPayment({ reference: receipt })],
  };
  let isAsked = false;
  const page = await open('/admin', {
    as: administrator('support'),
    answers: [
      officeDashboard,
      found,
      answerBy(readReceipt, () => (isAsked ? answered : nothing)),
      answerBy(queryReceipt, () => {
        isAsked = true;
        return { outcome: 'accepted' as const, found: asked };
      }),
    ],
  });
  await screen.findByRole('heading', { name: 'Today’s Performance' });
  await page.person.keyboard('/');
  await page.person.type(await field(), receipt.toLowerCase());
  await page.person.click(
    await (await dialog()).findByRole('button', { name: `Ask M-PESA about ${receipt}` }),
  );
  expect(await (await dialog()).findByText(/M-PESA took the question/u)).toBeDefined();
  expect(
    await (await dialog()).findByText('KES 1,500 came to us from 254712***001.', {}, { timeout: 5_000 }),
  ).toBeDefined();
  expect((await dialog()).getByRole('link', { name: /^Deposit/u }).getAttribute('href')).toBe(
    `/admin/transactions/Deposit/${sample.id}`,
  );
  expect(page.sent(queryReceipt)).toEqual([{ receipt }]);
});

test('leads from an amount to the transactions of this amount', async () => {
  const page = await open('/admin', {
    as: administrator('read-only'),
    answers: [
      officeDashboard,
      found,
      answer(listTransactions, { transactions: [], count: 0, isMore: false }),
    ],
  });
  await screen.findByRole('heading', { name: 'Today’s Performance' });
  await page.press('Find anything');
  await page.person.type(await field(), 'KES 1,500');
  await page.person.click(
    await (await dialog()).findByRole('link', { name: /^Transactions of KES\s1,500$/u }),
  );
  await expect.poll(page.address).toBe('/admin/transactions?minimumAmount=1500&maximumAmount=1500');
});

test('digits lead first to the records that they name, then to the transactions of this amount', async () => {
  const page = await open('/admin', { as: administrator('read-only'), answers: [officeDashboard, found] });
  await screen.findByRole('heading', { name: 'Today’s Performance' });
  await page.person.keyboard('/');
  await page.person.type(await field(), '5757');
  const [first] = await (await dialog()).findAllByRole('link', { name: /^Zuhura/u });
  await (await dialog()).findByRole('link', { name: /^Transactions of KES\s5,757$/u });
  await page.person.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(first);
});
