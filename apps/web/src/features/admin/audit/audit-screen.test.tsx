// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { auditCsv, listAudit, verifyAudit, type AuditEntry } from '@zawadi/contract/audit';
import { sample } from '@zawadi/contract/example-values';
import { changeFeatureSwitch, featureSwitches } from '@zawadi/contract/settings';
import { expect, test } from 'vitest';
import { answer, answerBy, file } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const REASON = 'Shift plan of December';

const entry: AuditEntry = {
  seq: 1_204,
  at: '2026-11-20T09:00:00.000Z',
  actorName: 'Wairimu Kamau',
  address: '127.0.0.1',
  requestId: sample.id,
  action: 'administrator.updated',
  subjectKind: 'administrator',
  subjectId: sample.id,
  subjectName: 'Njeri support',
  reason: REASON,
  before: { role: 'support', status: 'ACTIVE' },
  after: { role: 'read-only', status: 'ACTIVE' },
  hash: 'a'.repeat(64),
};

test('S233 the audit log shows who changed a setting or a role, what changed and why', async () => {
  const isNow = (isOn: boolean) =>
    answer(featureSwitches, { switches: [{ name: 'redeemByCode', isOn, canBeOn: true }] });
  const page = await open('/admin/settings', { as: administrator(), answers: [isNow(false)] });
  for (const [verb, isOn] of [
    ['on', true],
    ['off', false],
  ] as const) {
    await page.person.click(await screen.findByRole('switch', { name: 'Redeem by code' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Switch ${verb} redeem by code?` }));
    await page.person.type(dialog.getByLabelText('Reason'), REASON);
    page.answerThen(answer(changeFeatureSwitch, emptyAnswer(changeFeatureSwitch)), isNow(isOn));
    await page.person.click(dialog.getByRole('button', { name: `Switch ${verb}` }));
    expect(await screen.findByText(`Redeem by code is ${verb}`)).toBeDefined();
  }
  expect(page.sent(changeFeatureSwitch)).toEqual([
    { name: 'redeemByCode', isOn: true, reason: REASON },
    { name: 'redeemByCode', isOn: false, reason: REASON },
  ]);

  page.answer(
    answerBy(listAudit, ({ query: { subjectId } }) => ({
      entries:
        subjectId === undefined ? [entry] : [entry, { ...entry, seq: 7, action: 'administrator.created' }],
    })),
    answer(verifyAudit, { entries: 1_204, headHash: entry.hash }),
    file(auditCsv, 'audit-2026-11-20.csv', REASON),
  );
  const tabs = within(screen.getByRole('navigation', { name: 'Settings' }));
  await page.person.click(tabs.getByRole('link', { name: 'Audit log' }));
  await page.person.type(await screen.findByLabelText('Search'), REASON);
  await expect.poll(() => page.asked(listAudit).at(-1)?.replaceAll('+', ' ')).toContain(`search=${REASON}`);
  await page.press('Administrator: updated');
  const opened = within(await screen.findByRole('dialog', { name: 'Administrator: updated' }));
  const changed = within(opened.getByRole('table', { name: 'What changed' })).getAllByRole('row');
  expect(changed.map(({ textContent }) => textContent)).toEqual(['FieldBeforeAfter', 'Rolesupportread-only']);
  expect(opened.getByText('Wairimu Kamau')).toBeDefined();
  expect(opened.getByText(REASON)).toBeDefined();
  await page.person.click(opened.getByRole('link', { name: 'Everything about this administrator' }));
  expect(await screen.findByRole('button', { name: 'Administrator: created' })).toBeDefined();
  await page.press('Verify');
  expect(await screen.findByText('The chain is whole.')).toBeDefined();
  await page.press('Export CSV');
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['audit-2026-11-20.csv']);
  expect(page.asked(auditCsv)).toEqual([
    `/api/admin/v1/audit.csv?subjectKind=administrator&subjectId=${sample.id}`,
  ]);
});

test('shows at which entry the audit chain is broken, and what to do', async () => {
  const page = await open('/admin/settings/audit', {
    as: administrator('read-only'),
    answers: [answer(verifyAudit, { entries: 1_204, brokenAt: 1_007, headHash: entry.hash })],
  });
  await page.press('Verify');
  expect(await screen.findByText('The chain is broken at entry 1,007.')).toBeDefined();
});
