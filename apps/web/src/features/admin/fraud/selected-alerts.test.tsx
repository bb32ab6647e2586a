// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { countDeskAlerts, listDeskAlerts, type DeskAlert } from '@zawadi/contract/fraud-desk';
import { closeFraudAlerts } from '@zawadi/contract/fraud-desk-selection';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

function alertAbout(name: string, alertId: string): DeskAlert {
  return {
    alertId,
    rule: 'shop_velocity',
    severity: 'Medium',
    description: '500 redemptions of KES 5,000 together within an hour.',
    raisedAt: '2026-11-20T00:10:00.000Z',
    about: { kind: 'merchant', merchantId: sample.id, merchantCode: 'DUKA001', name, status: 'ACTIVE' },
  };
}

const first = alertAbout('Duka la Mchana', sample.id);
const second = alertAbout('Duka la Usiku', sample.redemptionId);
const closed: DeskAlert = {
  ...alertAbout('Duka la Jana', '01a20603-0000-7000-8000-000000000009'),
  closed: { outcome: 'unclear', at: '2026-11-20T09:00:00.000Z', by: 'Wairimu Kamau' },
};
const answers = [
  answer(listDeskAlerts, { alerts: [first, second, closed], total: { count: 3, isMore: false } }),
  answer(countDeskAlerts, { open: 2, unassigned: 2, mine: 0 }),
];

test('closes the selected alerts with one reason, and names the refused one', async () => {
  const page = await open('/admin/fraud-alerts?state=all', { as: administrator('support'), answers });
  await page.person.click(await screen.findByRole('checkbox', { name: 'Select Duka la Usiku, Busy shop' }));
  const bar = within(screen.getByRole('group', { name: 'Selected alerts' }));
  expect(bar.getByText('1 selected')).toBeDefined();
  await page.person.click(bar.getByRole('checkbox', { name: 'Select none' }));
  expect(bar.queryByRole('button')).toBeNull();
  await page.person.click(bar.getByRole('checkbox', { name: 'Select all 2 shown' }));
  expect(bar.getByText('2 selected')).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: /Duka la Jana/u })).toBeNull();
  await page.press('Close…');
  const dialog = within(
    await screen.findByRole('dialog', { name: 'What did these 2 alerts turn out to be?' }),
  );
  await page.person.click(dialog.getByLabelText(/^False alarm/u));
  await page.type({ Reason: 'A school bought gifts' });
  const refusal = { code: 'fraud_alert_closed', message: 'This alert is closed.' };
  page.answerThen(
    answer(closeFraudAlerts, {
      results: [
        { alertId: first.alertId, isDone: true },
        { alertId: second.alertId, isDone: false, refusal },
      ],
    }),
  );
  await page.press('Close 2 alerts');
  expect(await screen.findByText('1 alert closed')).toBeDefined();
  expect(await screen.findByText('1 alert was not closed.')).toBeDefined();
  expect(screen.getByText('Duka la Usiku: This alert is closed.')).toBeDefined();
  expect(page.sent(closeFraudAlerts)).toEqual([
    {
      alertIds: [first.alertId, second.alertId],
      outcome: 'false_alarm',
      reason: 'A school bought gifts',
    },
  ]);
  const all = await bar.findByRole('checkbox', { name: 'Select all 2 shown' });
  await expect.poll(() => document.activeElement).toBe(all);
});

test('a read-only administrator has nothing to select', async () => {
  await open('/admin/fraud-alerts?state=all', { as: administrator('read-only'), answers });
  await screen.findByRole('link', { name: 'Duka la Mchana' });
  expect(screen.queryByRole('checkbox')).toBeNull();
});
