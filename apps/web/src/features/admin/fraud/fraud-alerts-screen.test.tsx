// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import {
  countDeskAlerts,
  deskAlertsCsv,
  listDeskAlerts,
  readDeskAlert,
  type DeskAlert,
} from '@zawadi/contract/fraud-desk';
import { expect, test } from 'vitest';
import { answerBy, file, answer } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const alert: DeskAlert = {
  alertId: sample.id,
  rule: 'outside_opening_hours',
  severity: 'Low',
  description: 'KES 350 redeemed at 03:10.',
  raisedAt: '2026-11-20T00:10:00.000Z',
  about: {
    kind: 'merchant',
    merchantId: sample.id,
    merchantCode: 'DUKA001',
    name: 'Duka la Mchana',
    status: 'ACTIVE',
  },
};
const list = answerBy(listDeskAlerts, ({ query: { severity } }) => {
  const alerts = severity === 'High' ? [] : [alert];
  return { alerts, total: { count: alerts.length, isMore: false } };
});

test('filters the fraud desk and exports the filtered list', async () => {
  const page = await open('/admin/fraud-alerts', {
    as: administrator('read-only'),
    answers: [
      list,
      answer(countDeskAlerts, { open: 1, unassigned: 1, mine: 0 }),
      file(deskAlertsCsv, 'fraud-alerts-2026-11-20.csv', 'Duka la Mchana'),
    ],
  });
  expect(await screen.findByText(whole('1 alert · 1 not assigned'))).toBeDefined();
  await page.type({ Search: 'la mchana' });
  await expect.poll(page.address).toMatch(/search=la(?: |\+)mchana$/u);
  await page.press('Filter');
  await page.press('High severity');
  expect(await screen.findByText('No alerts found')).toBeDefined();
  await page.press('Show');
  await page.press('Remove: High severity');
  expect(await screen.findByText('Showing 1 of 1 alerts')).toBeDefined();
  await page.press('Export CSV');
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['fraud-alerts-2026-11-20.csv']);
  expect(page.asked(deskAlertsCsv)).toEqual(['/api/admin/v1/fraud-alerts.csv?search=la+mchana']);
  await page.person.click(screen.getByRole('link', { name: 'Duka la Mchana' }));
  await expect.poll(page.address).toBe(`/admin/fraud-alerts/${sample.id}`);
});

test('finds the alerts of a rule, and shows the claims and withdrawals behind an alert', async () => {
  const passed: DeskAlert = {
    alertId: sample.id,
    rule: 'pass_through',
    severity: 'Medium',
    description: 'KES 47,000 was received and withdrawn within 24 hours.',
    raisedAt: '2026-11-20T09:00:00.000Z',
    about: { kind: 'user', userId: sample.id, name: 'Wanja Ndegwa', status: 'ACTIVE' },
  };
  const transaction = { at: '2026-11-20T08:50:00.000Z', isUndone: false };
  const withdrawalId = '01a20603-0000-7000-8000-000000000001';
  const page = await open('/admin/fraud-alerts', {
    as: administrator('support'),
    answers: [
      answerBy(listDeskAlerts, ({ query: { rule } }) => {
        const alerts = rule === 'pass_through' ? [passed] : [alert];
        return { alerts, total: { count: alerts.length, isMore: false } };
      }),
      answer(countDeskAlerts, { open: 2, unassigned: 2, mine: 0 }),
      answer(readDeskAlert, {
        ...passed,
        transactions: [
          {
            ...transaction,
            transactionId: withdrawalId,
            type: 'Withdrawal',
            name: 'Wanja Ndegwa',
            amount: 47_000,
          },
          {
            ...transaction,
            transactionId: sample.id,
            type: 'Claim',
            name: 'Brian Otieno',
            amount: 9_400,
            codeLastFour: 'CDE1',
          },
        ],
        accounts: [],
        wrongCodes: [],
        events: [],
        otherAlerts: 0,
        mayWork: true,
      }),
    ],
  });
  await screen.findByRole('link', { name: 'Duka la Mchana' });
  await page.press('Filter');
  await page.person.selectOptions(await screen.findByLabelText('Rule'), 'Received and withdrawn');
  await page.press('Show');
  await page.person.click(await screen.findByRole('link', { name: 'Wanja Ndegwa' }));
  expect(await screen.findByRole('heading', { name: 'Received and withdrawn: Wanja Ndegwa' })).toBeDefined();
  const gift = screen.getByRole('link', { name: 'Brian Otieno' });
  expect(gift.getAttribute('href')).toBe(`/admin/transactions/Claim/${sample.id}`);
  expect(screen.getAllByRole('row').slice(1)).toHaveLength(2);
});
