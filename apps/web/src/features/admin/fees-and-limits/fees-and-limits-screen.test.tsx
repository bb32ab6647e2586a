// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { listApprovals } from '@zawadi/contract/approvals';
import { previewAction } from '@zawadi/contract/approvals-preview';
import { sample } from '@zawadi/contract/example-values';
import { changeFeesAndLimits, readFeesAndLimits } from '@zawadi/contract/fees-and-limits';
import { expect, test } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { factOf } from '../../../testing/facts.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { anApproval } from '../approvals/testing/an-approval.ts';

const { open } = pages();

const empty = emptyAnswer(readFeesAndLimits);

/**
 * Answers with current fees and limits.
 * @param approvalFrom amount in KES from which two administrators decide
 */
function inForce(approvalFrom: number) {
  const feesAndLimits = {
    fees: { depositBasisPoints: 500, withdrawalBasisPoints: 250, settlementBasisPoints: 100 },
    limits: {
      minimumPurchase: 10,
      minimumWithdrawal: 10,
      maximumTransaction: 150_000,
      daily: 500_000,
      wallet: 500_000,
    },
    approvalFrom,
    automaticUpTo: 50_000,
    bankRoute: 'pay-bill' as const,
    newAccounts: { days: 7, daily: 20_000 },
    onDemand: { feeBasisPoints: 200, minimum: 500, daily: 250_000 },
    lowFloat: 0,
    ussd: {
      sessionsPerTenMinutes: 20,
      confirmationsPerHour: 5,
      wrongNumbersPerHour: 5,
      resumeMinutes: 5,
      silentMinutes: 30,
      usualSessions: 10,
      failedPercent: 50,
    },
  };
  return { ...empty, current: { ...empty.current, feesAndLimits }, defaults: feesAndLimits };
}
const rule = { from: 10_000, doneAlone: 0 };

test('lowers the amount that needs two approvers at once, but raises it only with a second administrator', async () => {
  const page = await open('/admin/settings/fees-and-limits', {
    as: administrator(),
    answers: [
      answer(readFeesAndLimits, inForce(10_000)),
      answer(previewAction, { rule: { ...rule, needsTwo: false, because: 'never' } }),
    ],
  });
  const changeTo = async (amount: string) => {
    await page.press('Change');
    await waitFor(() => expect(fieldOf('Two decide from')).toBeDefined());
    await page.type({ 'Two decide from': amount });
    await page.press('Review change');
    return within(await screen.findByRole('dialog', { name: 'Change fees and limits?' }));
  };
  const lower = await changeTo('9,900');
  expect(
    lower
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^Two decide from.*10,000.*9,900$/u)]);
  expect(await lower.findByText(/^You can decide this alone\./u)).toBeDefined();
  await page.type({ Reason: 'More care' });
  page.answerThen(
    answer(changeFeesAndLimits, { ...inForce(9_900), action: { outcome: 'done' } }),
    answer(readFeesAndLimits, inForce(9_900)),
    answer(previewAction, { rule: { ...rule, needsTwo: true, because: 'always' } }),
  );
  await page.person.click(lower.getByRole('button', { name: 'Change' }));
  await waitFor(async () => expect(await factOf('Two decide from')).toBe('KES 9,900'));

  const higher = await changeTo('10,000');
  expect(await higher.findByText('This needs a second administrator.')).toBeDefined();
  await page.type({ Reason: 'As it was' });
  const waiting = anApproval({
    kind: 'fees-and-limits',
    amount: 0,
    summary: 'Change fees and limits: Two decide from KES 10,000',
  });
  page.answerThen(
    answer(changeFeesAndLimits, {
      ...inForce(9_900),
      action: { outcome: 'waiting', approvalId: sample.id },
    }),
    answer(listApprovals, { approvals: [waiting], openCount: 1 }),
  );
  await page.person.click(await higher.findByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(await screen.findByText(/waits for a second administrator\. Wairimu Kamau asked/u)).toBeDefined();
  expect(await factOf('Two decide from')).toBe('KES 9,900');
  expect(page.sent(changeFeesAndLimits).map(({ feesAndLimits }) => feesAndLimits.approvalFrom)).toEqual([
    9_900, 10_000,
  ]);
});
