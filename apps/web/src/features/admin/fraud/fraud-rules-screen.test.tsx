// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { listApprovals, type Approval } from '@zawadi/contract/approvals';
import { previewAction } from '@zawadi/contract/approvals-preview';
import { sample } from '@zawadi/contract/example-values';
import { fraudRule } from '@zawadi/contract/fraud';
import {
  changeFraudRules,
  previewFraudRules,
  readFraudRules,
  type FraudRules,
} from '@zawadi/contract/fraud-rules';
import { expect, test } from 'vitest';
import { answer, answerBy } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { USUAL_RULES } from './testing/usual-rules.ts';

const { open } = pages();

const HERE = '/admin/settings/fraud-rules';
const A_MOMENT = '2026-11-20T09:00:00.000Z';

/** Answers with the current rules. Rules that differ from the defaults need the reason of their change. */
const inForce = (rules: FraudRules, reason?: string) =>
  answer(readFraudRules, {
    rules,
    defaults: USUAL_RULES,
    versions:
      reason === undefined
        ? []
        : [
            {
              versionId: sample.id,
              effectiveFrom: A_MOMENT,
              changedAt: A_MOMENT,
              changedBy: 'Wairimu Kamau',
              state: 'current',
              reason,
              rules,
            },
          ],
    latestVersionId: reason === undefined ? null : sample.id,
  });

const weaker: FraudRules = {
  ...USUAL_RULES,
  rapidRedemptions: { ...USUAL_RULES.rapidRedemptions, byPerson: 25 },
  unusuallyLarge: { ...USUAL_RULES.unusuallyLarge, isOn: false },
};
const approval: Approval = {
  approvalId: sample.id,
  kind: 'fraud-rules',
  subjectKind: 'setting',
  subjectId: 'fraud-rules',
  summary: 'Change the fraud rules: Rapid redemptions, Unusually large',
  amount: 0,
  reason: 'Queues at Christmas',
  status: 'Open',
  requestedBy: 'Wanjiku Otieno',
  requestedAt: A_MOMENT,
  approvalsNeeded: 1,
  rule: { needsTwo: true, because: 'always', from: 10_000, doneAlone: 0 },
  canApprove: false,
};

/** Rules weaker than the defaults need two approvers. */
const rule = answerBy(previewAction, ({ body: { action } }) => {
  const needsTwo = action.kind === 'fraud-rules' && !action.rules.unusuallyLarge.isOn;
  return {
    rule: {
      needsTwo,
      because: needsTwo ? ('always' as const) : ('never' as const),
      from: 10_000,
      doneAlone: 0,
    },
  };
});

const changes = () =>
  within(within(screen.getByRole('dialog')).getByRole('table', { name: 'What changed' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

test('S237 changes fraud rules after a review, needs two approvers for weaker rules, and resets rules to their defaults', async () => {
  const page = await open(HERE, { as: administrator(), answers: [inForce(USUAL_RULES), rule] });
  await page.press('Change');
  await page.type({ 'Redemptions of one person': 'many' });
  await page.press('Review change');
  expect(await screen.findByText('Please enter a whole number')).toBeDefined();
  await page.type({ 'Redemptions of one person': '25' });
  await page.person.click(screen.getByRole('switch', { name: 'Unusually large' }));
  await page.press('Review change');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the fraud rules?' }));
  expect(changes()).toEqual(['Rapid redemptions: redemptions of one person2025', 'Unusually largeOnOff']);
  expect(await dialog.findByText('This needs a second administrator.')).toBeDefined();
  await page.person.type(dialog.getByLabelText('Reason'), approval.reason);
  page.answerThen(
    answer(changeFraudRules, {
      rules: USUAL_RULES,
      defaults: USUAL_RULES,
      versions: [],
      latestVersionId: null,
      action: { outcome: 'waiting', approvalId: sample.id },
    }),
    answer(listApprovals, { approvals: [approval], openCount: 1 }),
  );
  await page.person.click(dialog.getByRole('button', { name: 'Ask for approval' }));
  expect(
    await screen.findByText(whole(`${approval.summary} waits for a second administrator`)),
  ).toBeDefined();
  expect(page.sent(changeFraudRules)).toEqual([{ rules: weaker, reason: approval.reason, basedOn: null }]);

  page.answer(inForce(weaker, approval.reason), answer(listApprovals, { approvals: [], openCount: 0 }));
  await page.reload();
  expect(await screen.findByText(whole(approval.reason))).toBeDefined();
  await page.press('Change');
  await page.press('Defaults');
  await page.press('Review change');
  const back = within(await screen.findByRole('dialog', { name: 'Change the fraud rules?' }));
  expect(changes()).toEqual(['Rapid redemptions: redemptions of one person2520', 'Unusually largeOffOn']);
  await page.person.type(back.getByLabelText('Reason'), 'Christmas is over');
  await page.person.click(await back.findByRole('button', { name: 'Change' }));
  await waitFor(() =>
    expect(page.sent(changeFraudRules).at(-1)).toEqual({
      rules: USUAL_RULES,
      reason: 'Christmas is over',
      basedOn: sample.id,
    }),
  );
});

test('previews typed fraud rules on past events before they are saved', async () => {
  const preview = answerBy(previewFraudRules, ({ body: { rules } }) => ({
    days: 30,
    rules: fraudRule.options.map((one) => {
      const isOff = one === 'outside_opening_hours' && !rules.outsideOpeningHours.isOn;
      const isMore = one === 'buyer_velocity' && rules.buyerVelocity.amount === 1;
      const count = (isOff ? 0 : 3) + (isMore ? 9 : 0);
      const newest = {
        severity: 'High',
        description: 'Bought much.',
        at: A_MOMENT,
        aboutName: 'Wanja Ndegwa',
      } as const;
      return {
        rule: one,
        today: { count: 3, isMore: false },
        previewed: { count, isMore: false },
        newest: count === 0 ? [] : [newest],
      };
    }),
  }));
  const page = await open(HERE, { as: administrator(), answers: [inForce(USUAL_RULES), preview] });
  const previewed = async () => within(await screen.findByRole('region', { name: 'Preview' }));
  const rowOf = async (name: string) =>
    (await (await previewed()).findByRole('rowheader', { name })).closest('tr')?.textContent;
  await page.press('Change');
  await page.person.click(screen.getByRole('switch', { name: 'Outside opening hours' }));
  await page.press('Preview on the last 30 days');
  expect(await rowOf('Outside opening hours')).toBe('Outside opening hours30');
  // The preview is outdated after a value was typed.
  await page.type({ Purchases: '2' });
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  await page.person.click(screen.getByRole('switch', { name: 'Outside opening hours' }));
  const amounts = screen.getAllByLabelText('Or a value of');
  await page.person.clear(amounts.at(-1) as HTMLElement);
  await page.person.type(amounts.at(-1) as HTMLElement, '1');
  await page.press('Preview on the last 30 days');
  expect(await rowOf('Busy buyer')).toBe('Busy buyer312');
  expect((await previewed()).getByText('Wanja Ndegwa')).toBeDefined();
  await page.type({ Purchases: 'many' });
  await page.press('Preview on the last 30 days');
  expect(await screen.findByText('Please enter a whole number')).toBeDefined();
  expect(page.sent(previewFraudRules)).toHaveLength(2);
  expect(page.sent(changeFraudRules)).toEqual([]);
});
