// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { previewAction } from '@zawadi/contract/approvals-preview';
import { sample } from '@zawadi/contract/example-values';
import {
  listPostingRequests,
  readPostingRequest,
  requestPosting,
  settlePosting,
  type PostingRequest,
} from '@zawadi/contract/posting-requests';
import { uploadDocument } from '@zawadi/contract/documents';
import { expect, test } from 'vitest';
import { answer, answerBy, refusal } from '../../../testing/contract-answers.ts';
import { factOf } from '../../../testing/facts.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { centsTyped } from './cents-typed.ts';
import { problemWithDocument } from '../documents/send-document.ts';

const { open } = pages();

const HERE = '/admin/posting-requests';
const AT = '2026-11-20T09:00:00.000Z';
const document = {
  documentId: sample.id,
  fileName: 'bank-advice.pdf',
  mediaType: 'application/pdf' as const,
  bytes: 2_048,
  sha256: 'ab'.repeat(32),
};
const charge: PostingRequest = {
  postingId: sample.id,
  template: 'bank-charge',
  amountCents: 3_850,
  payee: 'KCB Bank',
  reason: 'Bank advice of 20 November',
  status: 'Waiting',
  requestedBy: 'Wanjiku Otieno',
  requestedAt: AT,
  approvalId: sample.id,
  document,
};
const list = (...postings: PostingRequest[]) =>
  answer(listPostingRequests, {
    postings,
    total: { count: postings.length, amountCents: postings.reduce((sum, one) => sum + one.amountCents, 0) },
  });
const preview = answerBy(previewAction, ({ body: { action } }) => {
  const amountCents = action.kind === 'posting' ? action.posting.amountCents : 0;
  return {
    preview: {
      amountCents,
      way: 'from the bank account, as a charge',
      balances: [{ of: 'Bank account', beforeCents: 100_000, afterCents: 100_000 - amountCents }],
    },
    rule: { needsTwo: true, because: 'always' as const, from: 10_000, doneAlone: 0 },
  };
});
const pdf = () => new File(['%PDF-1.7'], 'bank-advice.pdf', { type: 'application/pdf' });

test('requests a bank charge with cents and its document, after a preview of the balances', async () => {
  const page = await open(HERE, { as: administrator('finance'), answers: [list(), preview] });
  expect(await screen.findByText('No postings yet')).toBeDefined();
  await page.press('New posting');
  await page.person.selectOptions(await screen.findByLabelText('Template'), 'Bank charge');
  await page.press('Ask for approval');
  expect(await screen.findByText('Please enter a valid amount')).toBeDefined();
  expect(screen.getByText('Please choose a document')).toBeDefined();
  expect(page.sent(requestPosting)).toEqual([]);
  await page.type({ Amount: '38.50', Bank: 'KCB Bank', Reason: charge.reason });
  expect(await factOf('Bank account')).toBe('KES 1,000 → becomes KES 961.50');
  await page.person.upload(screen.getByLabelText('Document'), pdf());
  page.answerThen(
    answer(uploadDocument, document),
    answer(requestPosting, { action: { outcome: 'waiting', approvalId: sample.id }, posting: charge }),
    list(charge),
  );
  await page.press('Ask for approval');
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(page.sent(requestPosting)).toMatchObject([
    { posting: { template: 'bank-charge', amountCents: 3_850 }, payee: 'KCB Bank' },
  ]);
  expect(await screen.findByRole('link', { name: 'Bank charge' })).toBeDefined();
  expect(screen.getByText('38.50')).toBeDefined();
});

test('shows why a posting is refused, and keeps the typed values', async () => {
  const page = await open(HERE, { as: administrator('finance'), answers: [list(), preview] });
  await page.press('New posting');
  await page.type({ Amount: '1000', 'Paid in by': 'The owner', Reason: 'Float' });
  await page.person.upload(await screen.findByLabelText('Document'), pdf());
  page.answer(answer(uploadDocument, document), refusal(requestPosting, 'balance_too_low'));
  await page.press('Ask for approval');
  expect(await screen.findByText('The account does not have this much money.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Float');
});

test('money at M-PESA needs its receipt', async () => {
  const page = await open(HERE, { as: administrator('finance'), answers: [list(), preview] });
  await page.press('New posting');
  await page.person.selectOptions(await screen.findByLabelText('Template'), 'Bank to M-PESA');
  await page.type({ Amount: '1000', Bank: 'KCB Bank', Reason: 'Float' });
  await page.press('Ask for approval');
  expect(await screen.findByText(whole(/^Please enter M-PESA’s receipt of this movement\.$/u))).toBeDefined();
});

test('shows a posting with its document and SHA-256; support may not download it', async () => {
  const posted = { ...charge, status: 'Posted' as const, decidedBy: 'Achieng Otieno', postedAt: AT };
  await open(`${HERE}/${sample.id}`, {
    as: administrator('support'),
    answers: [answer(readPostingRequest, posted)],
  });
  expect(await factOf('Amount')).toBe('KES 38.50');
  expect(await factOf('Decided by')).toBe('Achieng Otieno');
  expect(await factOf('SHA-256')).toBe('ab'.repeat(32));
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('marks a legal order as paid with the bank’s reference, for a second administrator', async () => {
  const order = {
    ...charge,
    template: 'legal-order' as const,
    amountCents: 181_000,
    status: 'To pay' as const,
  };
  const page = await open(`${HERE}/${sample.id}`, {
    as: administrator('finance'),
    answers: [answer(readPostingRequest, order), preview],
  });
  await page.press('Mark as paid');
  const dialog = within(await screen.findByRole('dialog', { name: 'Has the bank paid it?' }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Ask for approval' })).toBeDefined());
  await page.person.click(dialog.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('Please fill this in')).toBeDefined();
  await page.type({ 'Bank’s reference': 'FT2611300001', Reason: 'In the statement of today' });
  page.answer(answer(settlePosting, { outcome: 'waiting', approvalId: sample.id }));
  await page.person.click(dialog.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(page.sent(settlePosting)).toMatchObject([{ outcome: 'paid', reference: 'FT2611300001' }]);
});

test('accepts a PDF, JPEG or PNG of at most 5 MB', () => {
  expect(problemWithDocument(undefined)).toBe('Please choose a document');
  expect(problemWithDocument(new File(['x'], 'a.txt', { type: 'text/plain' }))).toBe(
    'Please choose a PDF, a JPEG or a PNG file.',
  );
  expect(problemWithDocument(new File([], 'a.pdf', { type: 'application/pdf' }))).toBe('This file is empty.');
  expect(problemWithDocument(new File([new Uint8Array(5_242_881)], 'a.png', { type: 'image/png' }))).toBe(
    'Please choose a file of at most 5 MB.',
  );
  expect(problemWithDocument(pdf())).toBeUndefined();
});

test.each([
  ['38.50', 3_850],
  ['1,234.5', 123_450],
  ['KES 5,000', 500_000],
  ['2k', 200_000],
  ['12,34', Number.NaN],
  ['', Number.NaN],
])('reads the amount %s as %d cents', (typed, cents) => {
  expect(centsTyped(typed)).toBe(cents);
});
