// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { listAudit, type AuditEntry } from '@zawadi/contract/audit';
import { sample } from '@zawadi/contract/example-values';
import { expect, test } from 'vitest';
import { answer } from '../../testing/contract-answers.ts';
import { pages } from '../../testing/open-page.tsx';
import { administrator } from '../../testing/people.ts';

const { open } = pages();

const SHORT = '0C9F62AB';
const CASES = [
  ['settlement', 'ST-20261120-7KQ2M', 'ST-20261120-7KQ2M', '/admin/settlements/ST-20261120-7KQ2M'],
  ['merchant', 'DUKA001', 'DUKA001', '/admin/merchants/DUKA001'],
  ['adjustment', 'DUKA001', 'DUKA001', '/admin/merchants/DUKA001'],
  ['purchase', undefined, `Payment ${SHORT}`, `/admin/transactions/Deposit/${sample.id}`],
  ['refund', undefined, `Refund ${SHORT}`, `/admin/transactions/Refund/${sample.id}`],
  ['voucher', undefined, `Voucher ${SHORT}`, `/admin/transactions/vouchers/${sample.id}`],
  ['review', undefined, 'The case', `/admin/transactions/reviews?review=${sample.id}`],
  ['reconciliation-run', undefined, 'The statement', `/admin/reconciliation/statements/${sample.id}`],
] as const;

const entryOf = (subjectKind: string, subjectName: string | undefined): AuditEntry => ({
  seq: 1,
  at: '2026-11-20T09:00:00.000Z',
  actorName: 'Wairimu Kamau',
  address: '127.0.0.1',
  requestId: sample.id,
  action: `${subjectKind}.changed`,
  subjectKind,
  subjectId: sample.id,
  ...(subjectName !== undefined && { subjectName }),
  reason: 'Asked for by phone',
  before: {},
  after: {},
  hash: 'a'.repeat(64),
});

test.each(CASES)('an audit entry about a %s links to its page', async (kind, name, words, address) => {
  const page = await open('/admin/settings/audit', {
    as: administrator(),
    answers: [answer(listAudit, { entries: [entryOf(kind, name)] })],
  });
  await page.press(/changed$/u);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('link', { name: words }).getAttribute('href')).toBe(address);
});
