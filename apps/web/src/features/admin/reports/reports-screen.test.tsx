// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { reportCsv, reportPdf, volumeReport } from '@zawadi/contract/reports';
import { expect, test } from 'vitest';
import { file } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { REPORTS } from './report-search.ts';

const { open } = pages();

const HEADINGS: Record<(typeof REPORTS)[number]['name'], RegExp> = {
  volume: /^Nothing moved in this period$/u,
  fees: /^Fees by day$/u,
  liability: /^Outstanding by age$/u,
  expiries: /^Expired in this period$/u,
  wallets: /^Wallets by what is in them$/u,
  merchants: /^(?:Ranking|Nothing was redeemed in this period)$/u,
  owed: /^By merchant$/u,
  ussd: /^No USSD sessions in this period$/u,
  'trial-balance': /^Trial balance/u,
};

test('each report adds up the chosen period, and exports the same period', async () => {
  const page = await open('/admin/reports/no-such-report', {
    as: administrator('read-only'),
    answers: [file(reportCsv, 'report.csv', 'Day'), file(reportPdf, 'report.pdf', '%PDF-')],
  });
  await expect.poll(page.address).toBe('/admin/reports/volume');
  await page.press('7 days');
  await expect.poll(page.address).toMatch(/\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/u);
  const [, period = ''] = page.address().split('?');
  for (const { name, label } of REPORTS) {
    const tabs = within(screen.getByRole('navigation', { name: 'Reports' }));
    await page.person.click(tabs.getByRole('link', { name: label }));
    await expect.poll(page.address).toBe(`/admin/reports/${name}?${period}`);
    expect(await screen.findByRole('heading', { name: HEADINGS[name] })).toBeDefined();
    for (const [kind, call] of [
      ['CSV', reportCsv],
      ['PDF', reportPdf],
    ] as const) {
      await page.press(`Export ${kind}`);
      await expect
        .poll(() => page.asked(call).at(-1))
        .toBe(`/api/admin/v1/reports/${name}/${kind.toLowerCase()}?${period}`);
    }
  }
  await expect.poll(() => page.saved).toHaveLength(2 * REPORTS.length);
});

test('rejects an invalid period without calling the server, and keeps a valid period after a reload', async () => {
  const page = await open('/admin/reports/volume', { as: administrator('read-only') });
  await screen.findByRole('heading', { level: 1, name: 'Reports' });
  await page.type({ From: '01/01/2020' });
  expect(await screen.findByText('Please choose a period of at most one year.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  expect(page.asked(volumeReport).join()).not.toContain('2020-01-01');
  await page.type({ Until: '31/01/2020' });
  await expect.poll(page.address).toBe('/admin/reports/volume?from=2020-01-01&to=2020-01-31');
  await page.reload();
  expect(await screen.findByRole('heading', { name: 'Nothing moved in this period' })).toBeDefined();
  expect(page.asked(volumeReport).at(-1)).toContain('from=2020-01-01&to=2020-01-31');
});
