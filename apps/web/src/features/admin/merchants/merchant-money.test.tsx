// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { adjustMerchant, listAdjustments, type Adjustment } from '@zawadi/contract/adjustments';
import { previewAction } from '@zawadi/contract/approvals-preview';
import { sample } from '@zawadi/contract/example-values';
import { merchantDetails } from '@zawadi/contract/merchants-details';
import { merchantRecord } from '@zawadi/contract/merchants-record';
import { owedToMerchants } from '@zawadi/contract/reports-ledger';
import { adminListSettlements } from '@zawadi/contract/settlements-admin';
import { expect, test } from 'vitest';
import { answer, answerBy, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { factOf } from '../../../testing/facts.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { aSettlement } from '../settlements/testing/a-settlement.ts';
import { dukaOf } from './testing/duka.ts';

const { open } = pages();

const HERE = '/admin/merchants/DUKA001';
const AT = '2026-11-20T09:00:00.000Z';
const details = (currentBalance: number) => answer(merchantDetails, dukaOf({ currentBalance }));

const record = {
  ...emptyAnswer(merchantRecord),
  settlementSchedule: { frequency: 'daily' as const, hour: 9 },
  automaticUpTo: 50_000,
};
const channel = { setBy: 'Wanjiku Kamau', setAt: AT, effectiveAt: AT };
const bank = {
  ...channel,
  version: 1,
  destination: 'Equity Bank, account 01234567890123',
  shownAs: 'Bank Transfer' as const,
  state: 'now' as const,
};
const phone = {
  ...channel,
  version: 2,
  destination: 'M-PESA 0722 000 103',
  shownAs: 'M-Pesa' as const,
  state: 'waiting' as const,
};
const member = {
  staffId: sample.id,
  signInCode: 'DUKA001',
  name: 'Wanjiku Kamau',
  staffRole: 'owner' as const,
  placeId: null,
  status: 'ACTIVE' as const,
  lastLogin: AT,
  mustChangePassword: false,
  twoFactorEnabled: true,
};
const cashier = {
  ...member,
  staffId: sample.redemptionId,
  signInCode: 'DUKA001.juma',
  name: 'Juma Ali',
  staffRole: 'cashier' as const,
  placeId: null,
  lastLogin: null,
};

test('shows a merchant’s pay-out channel and who set it, the amount owed, and the staff', async () => {
  const page = await open(HERE, {
    as: administrator(),
    answers: [details(300), answer(merchantRecord, record)],
  });
  expect(await screen.findByText('No pay-out channel: settlements leave this merchant out.')).toBeDefined();
  expect(await factOf('Money goes to')).toBe('No pay-out channel');

  const owed = emptyAnswer(owedToMerchants);
  page.answer(
    answer(merchantRecord, { ...record, payoutChannels: [phone, bank], staff: [member, cashier] }),
    answer(owedToMerchants, { ...owed, total: { ...owed.total, due: 300, inBatches: 700, total: 1_000 } }),
    answer(adminListSettlements, {
      ...emptyAnswer(adminListSettlements),
      settlements: [aSettlement({ amount: 700 })],
    }),
  );
  await page.reload();
  await waitFor(async () =>
    expect(await factOf('Money goes to')).toBe('Equity Bank, account 01234567890123'),
  );
  expect(screen.queryByText(/^No pay-out channel/u)).toBeNull();
  expect(
    screen.getByText(whole(/^From .* money goes to M-PESA 0722 000 103: set by Wanjiku Kamau/u)),
  ).toBeDefined();
  expect(await factOf('Settled')).toBe('Every day at 09:00');
  expect(await factOf('Paid without approval')).toBe('Up to KES 50,000 a batch, by M-PESA');
  const channels = within(screen.getByRole('region', { name: 'Pay-out channels so far' }));
  const texts = channels.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts).toEqual([
    expect.stringMatching(/^M-PESA 0722 000 103Waits · set by Wanjiku Kamau/u),
    expect.stringMatching(/^Equity Bank.*In force · set by Wanjiku Kamau/u),
  ]);
  expect(await factOf('In no batch yet')).toBe('KES 300');
  expect(await factOf(/^In batches/u)).toBe('KES 700');
  expect(await factOf('Owed')).toBe('KES 1,000');
  expect(screen.getByText('Juma Ali').closest('li')?.textContent).toMatch(
    /Cashier · DUKA001\.juma.*Has not signed in yet/u,
  );
  expect(screen.getByText('Wanjiku Kamau', { selector: 'li b' }).closest('li')?.textContent).toContain(
    'Owner',
  );
  expect(await factOf('Webhook')).not.toBe('');
  const batches = within(screen.getByRole('table', { name: 'The latest settlements' }));
  expect(batches.getAllByRole('row')[1]?.textContent).toMatch(/KES\s700/u);
});

test('shows that a merchant whose bank is paid by file is never paid without approval', async () => {
  const byFile = { ...record, isPaidByBankFile: true, payoutChannels: [bank] };
  await open(HERE, { as: administrator(), answers: [details(0), answer(merchantRecord, byFile)] });
  expect(await factOf('Paid without approval')).toBe(
    'Never: each batch is approved and goes into a bank file',
  );
});

test("an administrator who may not move money sees a shop's account numbers masked, with the reason", async () => {
  const masked = { ...bank, destination: 'Equity Bank ••••0123' };
  const answers = [answer(merchantRecord, { ...record, payoutChannels: [masked], areNumbersMasked: true })];
  await open(HERE, { as: administrator('support'), answers: [details(0), ...answers] });
  expect(await factOf('Money goes to')).toBe('Equity Bank ••••0123');
  expect(screen.getByText('Only administrators and finance see the whole numbers.')).toBeDefined();
});

const posted: Adjustment = {
  adjustmentId: sample.id,
  merchantId: sample.id,
  merchantCode: 'DUKA001',
  businessName: 'Duka la Zambarau',
  direction: 'credit',
  amount: 3_000,
  reason: 'Promotion of October',
  status: 'Posted',
  requestedBy: 'Wanjiku Otieno',
  requestedAt: AT,
};
const large: Adjustment = {
  ...posted,
  amount: 10_000,
  reason: 'Lost settlement of June',
  status: 'Waiting',
};
const preview = answerBy(previewAction, ({ body: { action } }) => {
  const amount = action.kind === 'adjustment' ? action.amount : 0;
  const needsTwo = amount >= 10_000;
  return {
    preview: {
      amountCents: amount * 100,
      way: 'to the balance',
      balances: [{ of: 'The merchant’s balance', beforeCents: 300_000, afterCents: 300_000 + amount * 100 }],
    },
    rule: {
      needsTwo,
      because: needsTwo ? ('amount' as const) : ('below' as const),
      from: 10_000,
      doneAlone: 0,
    },
  };
});

test('S211 Manage Balance asks for a reason, books small amounts at once, and large ones after a second approval', async () => {
  const page = await open(HERE, { as: administrator('finance'), answers: [details(0), preview] });
  await page.press('Manage Balance');
  expect(
    await screen.findByRole('dialog', { name: 'Adjust the balance of Duka la Zambarau?' }),
  ).toBeDefined();
  await page.press('Add to balance');
  expect(await screen.findByText('Please enter a valid amount')).toBeDefined();
  expect(screen.getByText('Please give a reason')).toBeDefined();
  expect(page.sent(adjustMerchant)).toEqual([]);
  await page.type({ Amount: '3,000', Reason: 'Promotion of October' });
  expect(await screen.findByText(/^You can decide this alone\./u)).toBeDefined();
  page.answerThen(
    answer(adjustMerchant, { action: { outcome: 'done' }, adjustment: posted, currentBalance: 3_000 }),
    details(3_000),
  );
  await page.press('Add to balance');
  expect(await screen.findByText('Balance adjusted')).toBeDefined();
  await waitFor(async () => expect(await factOf('Current balance')).toBe('KES 3,000'));

  await page.press('Manage Balance');
  await page.person.selectOptions(await screen.findByLabelText('Adjustment'), 'Take from the balance');
  await page.type({ Amount: '3001', Reason: 'Counted twice' });
  page.answer(refusal(adjustMerchant, 'insufficient_merchant_balance'));
  await page.press('Take from balance');
  expect(await screen.findByText(/too low/u)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Counted twice');
  await page.press('Cancel');

  await page.press('Manage Balance');
  await page.type({ Amount: '10000', Reason: 'Lost settlement of June' });
  expect(await factOf('The merchant’s balance')).toBe('KES 3,000 → becomes KES 13,000');
  expect(
    screen.getByText(/^This needs a second administrator: two decide from KES\s10,000 on\.$/u),
  ).toBeDefined();
  const action = { outcome: 'waiting', approvalId: sample.id } as const;
  page.answerThen(
    answer(adjustMerchant, { action, adjustment: large, currentBalance: 3_000 }),
    answer(listAdjustments, { adjustments: [large] }),
  );
  await page.press('Ask for approval');
  expect(await screen.findByText('Approval requested')).toBeDefined();
  const row = (await screen.findByText('Lost settlement of June')).closest('li') ?? document.body;
  expect(row.textContent).toContain('Waits for a second administrator');
  expect(within(row).getByRole('link', { name: 'Approvals' }).getAttribute('href')).toMatch(
    /^\/admin\/transactions\/approvals/u,
  );
  expect(await factOf('Current balance')).toBe('KES 3,000');
  expect(page.sent(adjustMerchant).map(({ direction, amount }) => `${direction} ${amount}`)).toEqual([
    'credit 3000',
    'debit 3001',
    'credit 10000',
  ]);
  page.answer(
    details(13_000),
    answer(listAdjustments, {
      adjustments: [{ ...large, status: 'Posted', decidedBy: 'Achieng Otieno' }],
    }),
  );
  await page.press('Refresh');
  expect(await screen.findByText(/approved by Achieng Otieno/u)).toBeDefined();
  expect(await factOf('Current balance')).toBe('KES 13,000');
});
