// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { readReconciliationRun, readStatementProofs, uploadStatement } from '@zawadi/contract/reconciliation';
import { listReconciliationItems, type Suggestion } from '@zawadi/contract/reconciliation-items';
import { markBankFile } from '@zawadi/contract/settlements-bank-files';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { aDifference, aRun } from './testing/compared.ts';

const { open } = pages();

const RUN = `/admin/reconciliation/statements/${sample.id}`;

async function openLine(suggestions: Suggestion[]) {
  const line = aDifference({
    account: 'bank',
    receipt: 'FT2611300001',
    state: 'missing_here',
    details: 'Ledger fee',
    theirsCents: -38_50,
    oursCents: 0,
    differenceCents: -38_50,
    corrections: [],
    suggestions,
  });
  const page = await open(RUN, {
    as: administrator('finance'),
    answers: [
      answer(readReconciliationRun, aRun({ account: 'bank', openItems: 1, openLessCents: -38_50 })),
      answer(listReconciliationItems, { items: [line] }),
    ],
  });
  await page.press('FT2611300001');
  return page;
}

test('a line of the bank opens the posting desk with amount and reference filled in', async () => {
  const page = await openLine([{ kind: 'template', template: 'bank-charge' }]);
  const dialog = within(await screen.findByRole('dialog', { name: 'FT2611300001' }));
  expect(dialog.getByText('The bank says')).toBeDefined();
  expect(dialog.queryByRole('button', { name: 'Ask M-PESA' })).toBeNull();
  await page.press('Post…');
  const form = within(await screen.findByRole('dialog', { name: 'Bank charge?' }));
  expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('38.5');
  expect(form.getByLabelText<HTMLInputElement>(/^Reference/u).value).toBe('FT2611300001');
});

test('a line of the bank marks the bank file that it paid, with its reference', async () => {
  const page = await openLine([
    { kind: 'bank-file', number: sample.bankFile, batches: 2, amountCents: 1_485_00 },
  ]);
  const link = await screen.findByRole('link', { name: sample.bankFile });
  expect(link.getAttribute('href')).toBe(`/admin/settlements/bank-files/${sample.bankFile}`);
  await page.press('Mark…');
  page.answer(answer(markBankFile, emptyAnswer(markBankFile)));
  await page.press('Mark as paid');
  expect(await screen.findByText('Marked')).toBeDefined();
  expect(page.sent(markBankFile)).toEqual([
    { number: sample.bankFile, outcome: 'paid', reference: 'FT2611300001' },
  ]);
});

test('shows until when statements prove each account, and asks for the columns of an unknown bank', async () => {
  const page = await open('/admin/reconciliation/statements', {
    as: administrator('finance'),
    answers: [
      answer(readStatementProofs, {
        proofs: [
          { account: 'collection' },
          { account: 'payout', differsAt: '2026-11-20T21:00:00.000Z' },
          { account: 'bank', provedUntil: '2026-11-20T21:00:00.000Z', runId: sample.id },
        ],
      }),
      refusal(uploadStatement, 'statement_columns_unknown', {
        fields: ['Tarehe', 'Kiasi', 'Salio'].map((message) => ({ path: 'column', message })),
      }),
    ],
  });
  expect(await screen.findByText(whole(/^Bank: proved until /u))).toBeDefined();
  expect(screen.getByText(whole(/^Collection: not proved by a statement yet$/u))).toBeDefined();
  await page.press('Upload statement');
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload a statement' }));
  await page.person.selectOptions(dialog.getByLabelText('Account'), 'bank');
  await page.person.upload(
    dialog.getByLabelText('Statement'),
    new File(['Tarehe,Kiasi,Salio'], 'bank.csv', { type: 'text/csv' }),
  );
  await page.press('Upload and compare');
  await page.person.selectOptions(await dialog.findByLabelText('Day'), 'Tarehe');
  await page.person.selectOptions(dialog.getByLabelText('Balance after the line'), 'Salio');
  const run = aRun({ account: 'bank' });
  page.answer(answer(uploadStatement, run), answer(readReconciliationRun, run));
  await page.press('Upload and compare');
  expect(await screen.findByRole('heading', { name: 'Bank, 20 Nov 2026' })).toBeDefined();
  expect(page.asked(uploadStatement)[1]).toMatch(/dateColumn=Tarehe&balanceColumn=Salio/u);
});
