// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import {
  adminListSettlements,
  adminSettlementsCsv,
  runSettlements,
} from '@zawadi/contract/settlements-admin';
import { expect, test } from 'vitest';
import { answer, answerBy, file, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { aSettlement } from './testing/a-settlement.ts';

const { open } = pages();

const SETTLEMENTS = '/admin/settlements';
const failed = aSettlement({
  failureReason: 'M-PESA had a problem of its own.',
  businessName: 'Duka la Bahati',
});
const list = answerBy(adminListSettlements, ({ query }) => ({
  settlements:
    query.needsAttention === true ? [failed] : [failed, aSettlement({ batchId: 'ST-20261120-7KQ2N' })],
}));

test('the list shows a failed settlement, filters by settlements that need an administrator, and exports the filtered list', async () => {
  const page = await open(`${SETTLEMENTS}?merchantCode=DUKA001`, {
    as: administrator('finance'),
    answers: [list, file(adminSettlementsCsv, 'settlements-2026-11-20.csv', 'Duka')],
  });
  const row = (await screen.findByRole('link', { name: 'Duka la Bahati' })).closest('tr');
  expect(row?.textContent).toContain('Pay-out failed');
  expect(screen.getByRole('link', { name: 'Duka la Makosa' })).toBeDefined();
  await page.person.selectOptions(screen.getByLabelText('Show'), 'Needs a person');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Duka la Makosa' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Duka la Bahati' }).getAttribute('href')).toBe(
    `${SETTLEMENTS}/ST-20261120-7KQ2M`,
  );
  await page.press('Export CSV');
  await waitFor(() => expect(page.saved).toHaveLength(1));
  expect(page.saved.map(({ name }) => name)).toEqual(['settlements-2026-11-20.csv']);
  expect(page.asked(adminSettlementsCsv)[0]).toMatch(/merchantCode=DUKA001/u);
  expect(page.asked(adminSettlementsCsv)[0]).toMatch(/needsAttention=true/u);
});

test('a settlement run that makes no batch explains why', async () => {
  const page = await open(SETTLEMENTS, {
    as: administrator('finance'),
    answers: [refusal(runSettlements, 'payout_channel_missing')],
  });
  const run = async (code: string) => {
    await page.press('Settle now…');
    const dialog = within(await screen.findByRole('dialog'));
    await page.type({ 'Merchant code': code });
    await page.person.click(dialog.getByRole('button', { name: 'Settle now' }));
    return dialog;
  };
  const wrong = await run('Duka la Leo');
  expect(await wrong.findByText('Please enter a valid merchant code')).toBeDefined();
  expect(page.sent(runSettlements)).toEqual([]);
  await page.press('Cancel');
  const refused = await run('duka001');
  expect(await refused.findByText('This merchant has not chosen where to be paid yet.')).toBeDefined();
  await page.press('Cancel');
  page.answer(answer(runSettlements, { settlements: [] }));
  await run('duka001');
  expect(await screen.findByText('Nothing is due')).toBeDefined();
  expect(screen.queryByText(/being paid/u)).toBeNull();
  page.answer(answer(runSettlements, { settlements: [aSettlement()] }));
  await run('');
  expect(await screen.findByText('1 batch made')).toBeDefined();
  expect(screen.getByText('It waits for approval.')).toBeDefined();
  expect(page.sent(runSettlements)).toEqual([
    { merchantCode: 'DUKA001', upTo: 'midnight' },
    { merchantCode: 'DUKA001', upTo: 'midnight' },
    { upTo: 'midnight' },
  ]);
});

test('an administrator who may not move money cannot run settlements', async () => {
  await open(SETTLEMENTS, { as: administrator('support'), answers: [list] });
  expect(await screen.findByRole('link', { name: 'Duka la Bahati' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Settle now…' })).toBeNull();
});
