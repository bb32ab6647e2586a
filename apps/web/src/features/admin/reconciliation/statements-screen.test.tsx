// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { pullStatement, readReconciliationRun, uploadStatement } from '@zawadi/contract/reconciliation';
import { checkFloat, listFloatChecks, type FloatCheck } from '@zawadi/contract/reconciliation-float';
import { sample } from '@zawadi/contract/example-values';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { aRun } from './testing/compared.ts';

const { open } = pages();

const check: FloatCheck = {
  checkId: sample.id,
  at: '2026-11-20T09:00:00.000Z',
  status: 'differs',
  accounts: [{ account: 'collection', theirsCents: 5_000_00, oursCents: 4_900_00, differenceCents: 100_00 }],
  isReported: false,
  isComparison: true,
  uncharged: { payouts: 0, mostCents: 0 },
};

test('S256 rejects a file that is not a statement, and requests payments and balances from M-PESA', async () => {
  const page = await open('/admin/reconciliation/statements', {
    as: administrator('finance'),
    answers: [refusal(uploadStatement, 'statement_unreadable')],
  });
  await page.press('Upload statement');
  const dialog = within(await screen.findByRole('dialog'));
  await page.press('Upload and compare');
  expect(await dialog.findByText('Please choose a statement')).toBeDefined();
  expect(page.asked(uploadStatement)).toEqual([]);
  const odd = new File(['a,b\n1,2\n'], 'holiday.csv', { type: 'text/csv' });
  await page.person.upload(dialog.getByLabelText('Statement'), odd);
  await page.press('Upload and compare');
  expect(
    await dialog.findByText(whole('This is not a statement that we can read. Nothing was stored.')),
  ).toBeDefined();
  expect(page.asked(uploadStatement)[0]).toContain('fileName=holiday.csv');
  const picker = dialog.getByLabelText<HTMLInputElement>('Statement');
  const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.person.upload(picker, new File(['PK'], 'day.xlsx', { type: workbook }));
  page.answer(
    refusal(uploadStatement, 'statement_unreadable', {
      fields: [{ path: 'file', message: 'It has a password' }],
    }),
  );
  await page.press('Upload and compare');
  expect(await dialog.findByText('It has a password')).toBeDefined();
  expect(page.asked(uploadStatement)[1]).toContain('fileName=day.xlsx');
  await page.press('Cancel');

  const pulled = aRun({ source: 'pull', fileName: '', fileHash: '' });
  await page.press('Pull from M-PESA');
  page.answer(answer(pullStatement, pulled), answer(readReconciliationRun, pulled));
  await page.press('Pull and compare');
  expect(await screen.findByText(whole('Pulled from M-PESA'))).toBeDefined();
  expect(page.sent(pullStatement)).toEqual([{ hours: 48 }]);
  expect(page.address()).toBe(`/admin/reconciliation/statements/${pulled.runId}`);

  await page.go('/admin/reconciliation/balances');
  page.answerThen(answer(checkFloat, check), answer(listFloatChecks, { checks: [check] }));
  await page.press('Check now');
  expect(await screen.findByText(whole('M-PESA was asked'))).toBeDefined();
  const row = (await screen.findByText('Differs')).closest('li');
  expect(row?.textContent).toMatch(/the ledger says KES\s4,900\.00, a difference of KES\s100\.00/u);
  expect(page.asked(checkFloat)).toHaveLength(1);
});
