// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { listApprovals, type Approval } from '@zawadi/contract/approvals';
import { previewAction } from '@zawadi/contract/approvals-preview';
import { sample } from '@zawadi/contract/example-values';
import {
  changeTemplate,
  listTemplates,
  previewTemplate,
  readTemplate,
  testTemplate,
  type TemplateState,
} from '@zawadi/contract/templates';
import { expect, test } from 'vitest';
import { answer, answerBy, refusal } from '../../../testing/contract-answers.ts';
import { fieldOf, pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const FIRST = 'Paid out: {amount}.';
const A_MOMENT = '2026-11-20T09:00:00.000Z';

/**
 * The SMS about a settlement.
 * @param text its wording; default: the default wording
 */
function sms(text = FIRST, details: Partial<TemplateState> = {}): TemplateState {
  return {
    channel: 'sms',
    template: 'settlement-paid',
    language: 'en',
    title: 'A settlement is paid out',
    needsTwo: false,
    placeholders: [{ name: 'amount', example: 'KES 1,000', isRequired: true }],
    wording: { text },
    isDefault: text === FIRST,
    defaultWording: { text: FIRST },
    preview: { channel: 'sms', text, length: text.length, parts: 1, replaced: [] },
    versions:
      text === FIRST
        ? []
        : [
            {
              versionId: sample.id,
              effectiveFrom: A_MOMENT,
              changedAt: A_MOMENT,
              changedBy: 'Wanjiku Otieno',
              reason: 'Friendlier',
              state: 'current',
              wording: { text },
            },
          ],
    latestVersionId: text === FIRST ? null : sample.id,
    ...details,
  };
}
const alone = { needsTwo: false, because: 'never', from: 0, doneAlone: 0 } as const;
const asItComes = answerBy(previewTemplate, ({ body: { wording } }) => ({
  channel: 'sms' as const,
  text: wording.text,
  length: wording.text.length,
  parts: 1,
  replaced: [],
}));

/** Types a reason into the open confirm dialog, and confirms. */
async function confirm(page: Awaited<ReturnType<typeof open>>, reason: string, verb = 'Change') {
  const dialog = within(await screen.findByRole('dialog'));
  await page.person.type(dialog.getByLabelText('Reason'), reason);
  await page.person.click(await dialog.findByRole('button', { name: verb }));
}

test('S234 tests, saves and resets the wording of an SMS', async () => {
  const { channel, template, title } = sms();
  const page = await open('/admin/settings/messages', {
    as: administrator(),
    answers: [
      answer(listTemplates, {
        templates: [
          { channel, template, title, audience: 'merchants', changed: [] },
          {
            channel: 'email',
            template: 'gift-arrives',
            title: 'A gift arrives',
            audience: 'consumers',
            changed: [],
          },
        ],
      }),
      answer(readTemplate, sms()),
      answer(previewAction, { rule: alone }),
      answer(testTemplate, { to: sample.email }),
    ],
  });
  await screen.findByRole('link', { name: 'A gift arrives, Email' });
  await page.type({ Search: 'settlement is paid' });
  await waitFor(() => expect(screen.queryByRole('link', { name: 'A gift arrives, Email' })).toBeNull());
  await page.person.click(screen.getByRole('link', { name: 'A settlement is paid out, SMS' }));
  await screen.findByLabelText('Text');
  const wrong = 'There is no {nobody} in this message.';
  page.answer(
    refusal(previewTemplate, 'wording_unsuitable', { fields: [{ path: 'wording.text', message: wrong }] }),
  );
  await page.person.type(fieldOf('Text'), ' {{nobody}');
  expect(await screen.findByText(wrong)).toBeDefined();
  page.answer(asItComes);
  const text = `${FIRST} Karibu tena!`;
  await page.person.clear(fieldOf('Text'));
  await page.person.click(fieldOf('Text'));
  await page.person.paste(text);
  expect(await screen.findByText(text, { selector: '.sms-bubble' })).toBeDefined();
  await page.press('Send a test');
  const trial = within(await screen.findByRole('dialog'));
  expect(trial.getByText(/The text of the SMS comes to/u)).toBeDefined();
  await page.person.click(trial.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('On its way')).toBeDefined();
  expect(page.sent(testTemplate)).toEqual([{ wording: { text } }]);

  await page.press('Review change');
  page.answerThen(
    answer(changeTemplate, { ...sms(text), action: { outcome: 'done' } }),
    answer(readTemplate, sms(text)),
  );
  await confirm(page, 'Friendlier');
  expect(await screen.findByText(whole('Friendlier'))).toBeDefined();
  await page.press('Restore the default words');
  page.answerThen(
    answer(changeTemplate, { ...sms(), action: { outcome: 'done' } }),
    answer(readTemplate, sms()),
  );
  await confirm(page, 'Shorter is better');
  await expect.poll(() => fieldOf('Text').value).toBe(FIRST);
  expect(page.sent(changeTemplate)).toEqual([
    { wording: { text }, reason: 'Friendlier', basedOn: null },
    { wording: null, reason: 'Shorter is better', basedOn: sample.id },
  ]);
  await page.person.click(screen.getByRole('link', { name: 'Swahili' }));
  await expect.poll(page.address).toMatch(/\/sw$/u);
});

test('a new wording of a one-time code waits for a second administrator, and the screen shows it', async () => {
  const needsTwo = answer(
    readTemplate,
    sms(FIRST, { template: 'phone-otp', language: 'sw', needsTwo: true }),
  );
  const page = await open('/admin/settings/messages/sms/phone-otp/sw', {
    as: administrator(),
    answers: [
      needsTwo,
      asItComes,
      answer(previewAction, { rule: { ...alone, needsTwo: true, because: 'always' } }),
    ],
  });
  expect(await screen.findByText(/waits for a second administrator: they are about codes/u)).toBeDefined();
  await page.person.type(fieldOf('Text'), ' Asante.');
  await page.press('Review change');
  const waiting: Approval = {
    approvalId: sample.id,
    kind: 'template-wording',
    subjectKind: 'template',
    subjectId: 'template/sms/phone-otp/sw',
    summary: 'Change the Swahili words of the SMS',
    amount: 0,
    reason: 'More polite',
    status: 'Open',
    requestedBy: 'Wanjiku Otieno',
    requestedAt: A_MOMENT,
    approvalsNeeded: 1,
    rule: { ...alone, needsTwo: true, because: 'always' },
    canApprove: false,
  };
  page.answerThen(
    answer(changeTemplate, { ...sms(), action: { outcome: 'waiting', approvalId: sample.id } }),
    answer(listApprovals, { approvals: [waiting], openCount: 1 }),
  );
  await confirm(page, 'More polite', 'Ask for approval');
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(fieldOf('Text').value).toBe(FIRST);
  expect(await screen.findByText(whole(`${waiting.summary} waits for a second administrator`))).toBeDefined();
  expect(page.asked(listApprovals).some((path) => path.includes(waiting.subjectId))).toBe(true);
  await page.person.click(screen.getByRole('link', { name: 'Go to Approvals' }));
  await expect.poll(page.address).toBe('/admin/transactions/approvals?status=Open');
});
