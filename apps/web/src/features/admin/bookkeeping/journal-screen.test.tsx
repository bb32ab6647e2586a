// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { changeBookkeepingMap, journal, journalCsv, readBookkeepingMap } from '@zawadi/contract/bookkeeping';
import { expect, test } from 'vitest';
import { answer, file } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const map = (held: { code: string; name: string }) => ({
  accounts: [
    { kind: 'held', ...held },
    { kind: 'voucher', code: '2010', name: 'Vouchers' },
  ].filter(({ code }) => code !== ''),
  xeroTaxRate: 'Tax Exempt',
});
const accounts = (held: { code: string; name: string }) => ({
  map: map(held),
  defaults: map({ code: '2050', name: 'On its way' }),
  kinds: [
    { kind: 'held', side: 'credit' as const },
    { kind: 'voucher', side: 'credit' as const },
  ],
  versions: [],
  latestVersionId: null,
});
const days = { from: '2026-10-01', to: '2026-10-31' };
const monthOf = (unmapped: string[]) =>
  answer(journal, {
    accounts: [
      { code: '2051', name: 'Paid out soon', debit: 900_00, credit: 0 },
      { code: '2010', name: 'Vouchers', debit: 0, credit: 900_00 },
    ],
    debit: 900_00,
    credit: 900_00,
    journals: 1,
    files: { quickbooks: [{ ...days, lines: 2 }], xero: [{ ...days, lines: 2 }] },
    unmapped,
  });

test('exports last month’s journal for QuickBooks and Xero after every account is mapped', async () => {
  const page = await open('/admin/reports/journal', {
    as: administrator(),
    answers: [
      monthOf(['held']),
      answer(readBookkeepingMap, accounts({ code: '', name: '' })),
      file(journalCsv, 'journal.csv', 'lines'),
    ],
  });
  expect(await screen.findByText('These accounts of the ledger are not mapped: held.')).toBeDefined();
  expect(page.asked(journal)[0]).toMatch(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-(?:28|29|30|31)$/u);
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
  await page.person.click(screen.getByRole('link', { name: 'Map them in Settings' }));
  expect(await screen.findByText('Not mapped')).toBeDefined();
  await page.press('Change');
  const held = within(await screen.findByRole('group', { name: 'held' }));
  await page.person.type(held.getByLabelText('Code'), '2051');
  await page.person.type(held.getByLabelText('Name'), 'Paid out soon');
  await page.press('Review change');
  const asking = within(await screen.findByRole('dialog', { name: 'Change the accounts?' }));
  await page.type({ Reason: 'Our own chart' });
  const mapped = accounts({ code: '2051', name: 'Paid out soon' });
  page.answerThen(answer(changeBookkeepingMap, mapped), answer(readBookkeepingMap, mapped), monthOf([]));
  await page.person.click(asking.getByRole('button', { name: 'Change' }));
  expect(await screen.findByText('2051 Paid out soon')).toBeDefined();
  expect(page.sent(changeBookkeepingMap)).toMatchObject([
    { map: map({ code: '2051', name: 'Paid out soon' }), reason: 'Our own chart' },
  ]);

  await page.go('/admin/reports/journal?from=2026-10-01&to=2026-10-31');
  const files = within(await screen.findByRole('table', { name: 'Files for bookkeeping programs' }));
  const rows = files.getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^QuickBooks Online/u),
    expect.stringMatching(/^Xero/u),
  ]);
  for (const row of rows) await page.person.click(within(row).getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(page.saved).toHaveLength(2));
  expect(page.asked(journalCsv)).toEqual([
    '/api/admin/v1/bookkeeping/journal/quickbooks/csv?from=2026-10-01&to=2026-10-31',
    '/api/admin/v1/bookkeeping/journal/xero/csv?from=2026-10-01&to=2026-10-31',
  ]);
  const totals = await screen.findByRole('table', { name: 'What the journals come to, by account' });
  expect(totals.textContent).toMatch(/2051Paid out soon.*900\.00/u);
});
