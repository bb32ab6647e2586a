// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { adminListSettlements, adminSettlementDetail } from '@zawadi/contract/settlements-admin';
import {
  confirmBankFile,
  downloadBankFile,
  listBankFiles,
  makeBankFile,
  markBankFile,
  readBankFile,
  type BankFile,
} from '@zawadi/contract/settlements-bank-files';
import { sample } from '@zawadi/contract/example-values';
import { expect, test } from 'vitest';
import { answer, file } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { factOf } from '../../../testing/facts.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { aSettlement } from './testing/a-settlement.ts';

const { open } = pages();

const FILES = '/admin/settlements/bank-files';
const made: BankFile = {
  number: 'BF-20261130-1',
  madeBy: 'Fatuma Noor',
  madeAt: '2026-11-30T09:00:00.000Z',
  batches: 2,
  amount: 1_485,
  paid: 0,
  notPaid: 0,
  open: 2,
  marks: [],
};
const mark = { markId: sample.id, outcome: 'paid', reference: 'FT2611300001', batches: 2 } as const;
const batches = answer(adminListSettlements, {
  ...emptyAnswer(adminListSettlements),
  settlements: [aSettlement({ status: 'Processing', needsApproval: false, bankFile: made.number })],
});
const list = (bankFiles: BankFile[], waitingBatches: number) =>
  answer(listBankFiles, { bankFiles, waitingBatches });

test('finance makes a file of the waiting batches, downloads it, and marks it as paid', async () => {
  const page = await open(FILES, {
    as: administrator('finance'),
    answers: [
      list([{ ...made, number: 'BF-20261129-1', paid: 1, notPaid: 1, open: 0 }], 2),
      answer(makeBankFile, made),
      answer(readBankFile, made),
      file(downloadBankFile, 'BF-20261130-1.csv', 'Duka'),
      batches,
    ],
  });
  expect(await screen.findByText('2 approved batches wait for the next file.')).toBeDefined();
  const former = (await screen.findByRole('link', { name: 'BF-20261129-1' })).closest('tr');
  expect(former?.textContent).toContain('1 not paid');
  await page.press('Make bank file');
  expect(await screen.findByRole('heading', { level: 1, name: 'BF-20261130-1' })).toBeDefined();
  expect(await factOf('Amount')).toMatch(/^KES\s1,485$/u);
  expect(await screen.findByRole('link', { name: 'Duka la Makosa' })).toBeDefined();
  await page.press('Download');
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['BF-20261130-1.csv']));
  const marked = { ...made, marks: [{ ...mark, markedBy: 'Fatuma Noor', canConfirm: false }] };
  page.answerThen(answer(markBankFile, marked), answer(readBankFile, marked));
  await page.press('Mark…');
  await page.type({ Reference: 'ft2611300001' });
  await page.press('Mark as paid');
  expect(await screen.findByText('Another administrator must confirm it.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Mark…' })).toBeNull();
  expect(page.sent(markBankFile)).toEqual([
    { number: 'BF-20261130-1', outcome: 'paid', reference: 'ft2611300001' },
  ]);
});

test('another administrator confirms a mark on a bank file', async () => {
  const marked = { ...made, marks: [{ ...mark, markedBy: 'Fatuma Noor', canConfirm: true }] };
  const page = await open(`${FILES}/BF-20261130-1`, {
    as: administrator('finance'),
    answers: [answer(readBankFile, marked), batches],
  });
  expect(
    await screen.findByText((_text, node) =>
      /^Fatuma Noor says about 2 batches: paid, reference FT2611300001\.$/u.test(node?.textContent ?? ''),
    ),
  ).toBeDefined();
  const paid = { ...made, paid: 2, open: 0 };
  page.answerThen(answer(confirmBankFile, paid), answer(readBankFile, paid));
  await page.press('Confirm…');
  const dialog = within(await screen.findByRole('dialog'));
  await page.person.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('All paid')).toBeDefined();
  expect(page.sent(confirmBankFile)).toEqual([
    { number: 'BF-20261130-1', markId: sample.id, isConfirmed: true },
  ]);
});

test('an administrator who may not move money sees bank files without actions', async () => {
  const page = await open(FILES, {
    as: administrator('support'),
    answers: [list([made], 2), answer(readBankFile, made), batches],
  });
  expect(screen.queryByRole('button', { name: 'Make bank file' })).toBeNull();
  await page.person.click(await screen.findByRole('link', { name: 'BF-20261130-1' }));
  expect((await screen.findAllByText('2 open')).length).toBeGreaterThan(0);
  for (const name of ['Download', 'Mark…']) expect(screen.queryByRole('button', { name }), name).toBeNull();
});

test('a batch at the bank shows the bank file that has it', async () => {
  const settlement = aSettlement({ status: 'Processing', needsApproval: false, bankFile: made.number });
  await open(`/admin/settlements/${settlement.batchId}`, {
    as: administrator('finance'),
    answers: [answer(adminSettlementDetail, { settlement, attempts: [], steps: [] })],
  });
  const link = await screen.findByRole('link', { name: made.number });
  expect(link.getAttribute('href')).toBe(`${FILES}/${made.number}`);
});
