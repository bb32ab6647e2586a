// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { listUssdSessions } from '@zawadi/contract/ussd-sessions';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const session = {
  sessionId: sample.id,
  startedAt: '2026-11-20T09:00:00.000Z',
  networkCode: '63902',
  steps: ['language', 'home', 'gifts', 'gifts', 'gift', 'first-name'],
  end: 'left' as const,
  outcome: 'looked-up' as const,
  durationSeconds: 125,
  costCents: 150,
};
const found = { phoneNumber: '2547****678', language: 'sw' as const, sessions: [session], isMore: false };

test('support finds the USSD sessions of a number: steps by name, end, time and cost', async () => {
  const page = await open('/admin/users/ussd', {
    as: administrator('support'),
    answers: [answer(listUssdSessions, found)],
  });
  await page.press('Show sessions');
  expect(await screen.findByText(/^Please enter a valid phone number/u)).toBeDefined();
  await page.type({ 'Phone number': '0712 345 678' });
  await page.press('Show sessions');
  const list = within(await screen.findByRole('list', { name: 'USSD sessions, newest first' }));
  expect(list.getByText('Saw a gift or the wallet · the caller left')).toBeDefined();
  expect(list.getByText(whole('Safaricom · 2 min 5 s · KES 1.50'))).toBeDefined();
  expect(list.getByText('Language → First menu → My gifts → Gift → First name')).toBeDefined();
  expect(screen.getByText(/^Language: Kiswahili\. Sessions are kept for seven days\./u)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Open the account' })).toBeNull();
  expect(page.sent(listUssdSessions)).toEqual([{ phoneNumber: '254712345678' }]);
});

test('a number without sessions, and a refusal, are said', async () => {
  const page = await open('/admin/users/ussd', {
    as: administrator('read-only'),
    answers: [answer(listUssdSessions, { ...found, userId: sample.id, sessions: [] })],
  });
  await page.type({ 'Phone number': '0712 345 678' });
  await page.press('Show sessions');
  expect(await screen.findByText('No USSD sessions in seven days')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open the account' }).getAttribute('href')).toBe(
    `/admin/users/${sample.id}`,
  );
  page.answer(refusal(listUssdSessions, 'too_many_requests'));
  await page.press('Show sessions');
  expect(await screen.findByRole('alert')).toBeDefined();
});
