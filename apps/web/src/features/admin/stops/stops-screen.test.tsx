// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { listStops, startAgain, startStop, type Stop } from '@zawadi/contract/stops-admin';
import { suggestedSentences } from '@zawadi/contract/stops-sentences';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const HERE = '/admin/settings/stops';
const stopped: Stop = {
  stopId: sample.id,
  name: 'withdrawing',
  since: '2026-11-20T09:00:00.000Z',
  sentence: suggestedSentences.withdrawing,
  reason: 'A wrong fee',
  startedBy: 'Otieno Ouma',
};
const none = answer(listStops, { stops: [] });
const listed = (more: Partial<Stop> = {}) => answer(listStops, { stops: [{ ...stopped, ...more }] });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('finance stops something with a suggested sentence in both languages and a reason', async () => {
  const page = await open(HERE, {
    as: administrator('finance'),
    answers: [none, answer(startStop, { stops: [stopped] })],
  });
  await page.press('Stop withdrawing');
  const shown = await dialog('Stop withdrawing?');
  expect(shown.getByLabelText('What people read in English')).toHaveProperty(
    'value',
    suggestedSentences.withdrawing.en,
  );
  await page.type({ 'What people read in Kiswahili': 'Kutoa pesa kumesimama.' });
  await page.type({ Reason: 'A wrong fee' });
  page.answer(listed());
  await page.person.click(shown.getByRole('button', { name: 'Stop withdrawing' }));
  expect(await screen.findByText('Withdrawing is stopped', { selector: 'h3' })).toBeDefined();
  expect(page.sent(startStop)).toMatchObject([
    {
      name: 'withdrawing',
      sentence: { en: suggestedSentences.withdrawing.en, sw: 'Kutoa pesa kumesimama.' },
      reason: 'A wrong fee',
    },
  ]);
});

test('a stop shows who, when, why and both sentences; starting again asks for approval', async () => {
  const page = await open(HERE, {
    as: administrator(),
    answers: [
      listed(),
      answer(startAgain, { stops: [], action: { outcome: 'waiting', approvalId: sample.id } }),
    ],
  });
  expect(await screen.findByText(/by Otieno Ouma: A wrong fee$/u)).toBeDefined();
  expect(screen.getByText(suggestedSentences.withdrawing.sw)).toBeDefined();
  await page.press('Start withdrawing again');
  await page.type({ Reason: 'Mended' });
  page.answer(listed({ waitingApprovalId: sample.id }));
  await page.press('Ask for approval');
  expect(await screen.findByText('Starting again waits for a second administrator.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Start withdrawing again' })).toBeNull();
});

test('support reads the stops and has no button; a refusal shows in the dialog', async () => {
  await open(HERE, {
    as: administrator('support'),
    answers: [listed({ endedAt: '2026-11-20T10:00:00.000Z' })],
  });
  expect(await screen.findByText('Ended stops')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Stop/u })).toBeNull();

  const page = await open(HERE, {
    as: administrator(),
    answers: [none, refusal(startStop, 'already_stopped')],
  });
  await page.press('Stop buying');
  await page.type({ Reason: 'A wrong fee' });
  const shown = await dialog('Stop buying?');
  await page.person.click(shown.getByRole('button', { name: 'Stop buying' }));
  expect(await shown.findByRole('alert')).toBeDefined();
});
