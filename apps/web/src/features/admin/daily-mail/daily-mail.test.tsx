// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { changeDailyMail, readDailyMail, type DailyMail } from '@zawadi/contract/daily-mail';
import { featureSwitches } from '@zawadi/contract/settings';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const off: DailyMail = { isOn: false, hour: 7, language: 'en' };
const switches = answer(featureSwitches, { switches: [] });

test('an administrator switches the daily mail on, and chooses hour and language', async () => {
  const page = await open('/admin/settings', {
    as: administrator('read-only'),
    answers: [switches, answer(readDailyMail, off)],
  });
  const name = 'Send me yesterday’s figures';
  expect(await screen.findByRole('switch', { name })).toHaveProperty('checked', false);
  expect(screen.queryByLabelText('Time')).toBeNull();
  page.answer(answer(changeDailyMail, { ...off, isOn: true }));
  await page.person.click(screen.getByRole('switch', { name }));
  await page.person.selectOptions(await screen.findByLabelText('Language'), 'Kiswahili');
  await expect
    .poll(() => page.sent(changeDailyMail))
    .toEqual([
      { isOn: true, hour: 7, language: 'en' },
      { isOn: true, hour: 7, language: 'sw' },
    ]);
});

test('says that the daily mail could not be loaded', async () => {
  await open('/admin/settings', {
    as: administrator('support'),
    answers: [switches, refusal(readDailyMail, 'too_many_requests')],
  });
  expect(await screen.findByText('Failed to load your daily mail')).toBeDefined();
});
