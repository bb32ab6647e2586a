// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { previewAction } from '@zawadi/contract/approvals-preview';
import { sample } from '@zawadi/contract/example-values';
import {
  bookReconciliationItem,
  explainReconciliationItem,
  listReconciliationItems,
  queryReconciliationItem,
  reconciliationItemsPdf,
  type ReconciliationItem,
} from '@zawadi/contract/reconciliation-items';
import { expect, test } from 'vitest';
import { answer, answerBy, file } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { aDifference } from './testing/compared.ts';

const { open } = pages();

const HERE = '/admin/reconciliation';
const lost = aDifference();
const shown = aDifference({
  itemId: sample.redemptionId,
  receipt: 'UKZ0000700',
  state: 'no_longer_there',
  shownBefore: { runId: sample.id, madeAt: '2026-11-20T08:00:00.000Z' },
  corrections: [],
});

/** Fake list: filters as the server does, as far as these tests need. */
const listOf = (...items: ReconciliationItem[]) =>
  answerBy(listReconciliationItems, ({ query }) => ({
    items: items.filter(
      ({ status, state }) =>
        status === (query.status ?? status) && (query.state === undefined || state === query.state),
    ),
    totals: { openItems: 2, openMoreCents: 0, openLessCents: -1_500_00 },
  }));
const rowOf = (receipt: string) => screen.queryByRole('button', { name: receipt })?.closest('tr');

test('shows payments missing from a later statement, and requires two approvers to book a loss of any size', async () => {
  const rule = { needsTwo: true, because: 'always', from: 10_000, doneAlone: 0 } as const;
  const page = await open(HERE, {
    as: administrator('finance'),
    answers: [
      listOf(lost, shown),
      answer(previewAction, { rule }),
      file(reconciliationItemsPdf, 'reconciliation-2026-11-20.pdf', '%PDF-'),
    ],
  });
  expect(
    await screen.findByText(
      whole(/2 differences to look at: the statements have KES 1,500\.00 less than the ledger\./u),
    ),
  ).toBeDefined();
  expect(rowOf('UKZ0000700')?.textContent).toContain('No longer there');
  expect(rowOf('UKZ0000800')?.textContent).toContain('Missing there');
  await page.press('Export PDF');
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['reconciliation-2026-11-20.pdf']));
  expect(page.asked(reconciliationItemsPdf)[0]).toContain('status=open');

  await page.press('UKZ0000700');
  const earlier = within(await screen.findByRole('dialog', { name: 'UKZ0000700' }));
  expect(earlier.getByRole('link', { name: /^Compared / }).getAttribute('href')).toBe(
    `${HERE}/statements/${sample.id}`,
  );
  expect(earlier.queryByRole('button', { name: 'Correct the ledger' })).toBeNull();
  await page.press('Close');

  await page.press('UKZ0000800');
  await page.press('Correct the ledger');
  const correcting = within(
    await screen.findByRole('dialog', { name: 'Correct the ledger for UKZ0000800?' }),
  );
  const where = correcting.getByLabelText<HTMLSelectElement>('Where the difference goes');
  expect([...where.options].map(({ text }) => text)).toEqual(['Loss: M-PESA does not have it']);
  expect(correcting.getByText(/A second administrator always has to approve it\.$/u)).toBeDefined();
  expect(await correcting.findByText('This needs a second administrator.')).toBeDefined();
  await page.type({ Reason: 'M-PESA’s support says so' });
  const waiting = { ...lost, status: 'waiting' as const, corrections: [], approvalId: sample.id };
  page.answerThen(
    answer(bookReconciliationItem, {
      action: { outcome: 'waiting', approvalId: sample.id },
      item: waiting,
    }),
    listOf(waiting, shown),
  );
  await page.press('Ask for approval');
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(page.sent(bookReconciliationItem)).toMatchObject([
    { correction: 'loss', reason: 'M-PESA’s support says so' },
  ]);
  await waitFor(() => expect(rowOf('UKZ0000800')).toBeUndefined());
  await page.person.selectOptions(screen.getByLabelText('Status'), 'Waits for approval');
  await waitFor(() => expect(rowOf('UKZ0000800')).toBeDefined());
});

test('queries M-PESA about a difference, and explains it with a reason', async () => {
  const asked = answer(queryReconciliationItem, { item: lost, asked: 0 });
  const page = await open(HERE, { as: administrator('finance'), answers: [listOf(lost), asked] });
  await page.press('UKZ0000800');
  await page.press('Ask M-PESA');
  expect(await screen.findByText('No payment fits')).toBeDefined();
  await page.press('Explain');
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave UKZ0000800 as it is?' }));
  await page.press('Explain');
  expect(await dialog.findByText('Please give a reason')).toBeDefined();
  await page.type({ Reason: 'A faulty download' });
  const explained = { ...lost, status: 'explained' as const, corrections: [] };
  page.answerThen(answer(explainReconciliationItem, explained), listOf(explained));
  await page.press('Explain');
  expect(await screen.findByText('Explained')).toBeDefined();
  expect(await screen.findByText('Nothing is open')).toBeDefined();
  expect(page.sent(explainReconciliationItem)).toMatchObject([{ reason: 'A faulty download' }]);
});
