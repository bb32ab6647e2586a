// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { settlementSummary } from '@zawadi/contract/settlements';
import { settlementCalendar, settleOnDemand } from '@zawadi/contract/settlements-on-demand';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { settingsAnswer } from '../settings/testing/settings-answers.ts';

const { open } = pages();

const SETTLEMENTS = '/merchant/dashboard/settlements';
const BATCH = 'ST-20261120-7KQ2M';
const AT = '2026-11-20T14:00:00.000Z';
const summary = {
  totalSettled: 870,
  pendingSettlements: 0,
  notYetBatched: 1_500,
  nextSettlementAt: '2026-11-21T06:00:00.000Z',
  hasPayoutChannel: true,
};
const made = {
  batchId: BATCH,
  amount: 1_500,
  processingFee: 30,
  netAmount: 1_470,
  status: 'Pending',
  date: AT,
  cutOffAt: AT,
  payoutChannel: 'M-Pesa',
  destination: 'M-PESA 2547****678',
  transactionCount: 3,
} as const;
const onDemand = {
  amount: 1_500,
  fee: 30,
  net: 1_470,
  feeBasisPoints: 200,
  needsApproval: false,
  minimum: 500,
  leftToday: 250_000,
};
const calendar = {
  scheduled: [{ at: '2026-11-21T06:00:00.000Z', amount: 1_500, fee: 15, net: 1_485 }],
  onTheWay: [
    { batchId: BATCH, netAmount: 862, destination: 'M-PESA 2547****678', state: 'checking' as const },
  ],
};
const toMpesa = settingsAnswer({
  payoutChannel: { channel: { kind: 'mpesa', msisdn: '254712000001' }, shownAs: 'M-Pesa', effectiveAt: AT },
});

test('shows upcoming pay-outs, and pays the owner now after amount, fee and net were shown', async () => {
  const page = await open(SETTLEMENTS, {
    as: shopPerson(),
    answers: [
      answer(settlementSummary, summary),
      answer(settlementCalendar, { ...calendar, onDemand }),
      toMpesa,
    ],
  });
  const facts = async () =>
    [...document.querySelectorAll('.facts > div')].map(({ textContent }) =>
      textContent.replaceAll(/\s/gu, ' '),
    );
  await screen.findByRole('button', { name: /^Pay me KES.1,500 now$/u });
  expect((await facts()).slice(0, 2)).toEqual([
    `${BATCH}KES 862Zawadi checks it first`,
    'Sat 21 Nov 2026, 09:00KES 1,485So far: KES 1,500 less KES 15 fee',
  ]);
  await page.press(/^Pay me KES.1,500 now$/u);
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Pay KES.1,470 to M-PESA 0712 000 001 now\?$/u }),
  );
  expect(document.querySelector('dialog .sum')?.textContent.replaceAll(/\s/gu, ' ')).toMatch(
    /Redeemed before today.*1,500.*Fee 2 %.*30.*You get.*1,470/u,
  );
  const sent: object[] = [];
  const paying = answerBy(settleOnDemand, ({ body }) => {
    const { amount, fee } = body;
    sent.push({ amount, fee });
    return made;
  });
  page.answerThen(paying, answer(settlementCalendar, calendar));
  await page.person.dblClick(dialog.getByRole('button', { name: 'Pay me now' }));
  expect(await screen.findByText('The money is on its way')).toBeDefined();
  expect(sent).toEqual([{ amount: 1_500, fee: 30 }]);
});

test('says why the owner cannot be paid now, and that Zawadi checks a pay-out first', async () => {
  const withOnDemand = (change: object) => [
    answer(settlementSummary, summary),
    answer(settlementCalendar, { ...calendar, onDemand: { ...onDemand, ...change } }),
    toMpesa,
  ];
  await open(SETTLEMENTS, {
    as: shopPerson(),
    answers: withOnDemand({ obstacle: 'on_demand_too_small' }),
  });
  expect(
    await screen.findByText(/^You can be paid at once from KES.500 redeemed before today\.$/u),
  ).toBeDefined();
  const page = await open(SETTLEMENTS, {
    as: shopPerson(),
    answers: withOnDemand({ needsApproval: true }),
    language: 'sw',
  });
  await page.press(/^Nilipe KES.1,500 sasa$/u);
  expect(await screen.findByText(/^Zawadi inahakiki malipo haya kabla/u)).toBeDefined();
});
