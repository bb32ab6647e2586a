// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { adminUserDetail, adminUserUssd } from '@zawadi/contract/admin-users';
import { sample } from '@zawadi/contract/example-values';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const HERE = `/admin/users/${sample.id}`;

const record = (phoneVerified: boolean) =>
  answer(adminUserDetail, {
    ...emptyAnswer(adminUserDetail),
    userId: sample.id,
    firstName: 'Atieno',
    lastName: 'Odhiambo',
    phoneNumber: '2547****111',
    phoneVerified,
  });

test('a consumer’s page shows the USSD sessions of the verified number', async () => {
  const session = {
    sessionId: sample.id,
    startedAt: '2026-11-20T09:00:00.000Z',
    networkCode: '63902',
    steps: ['home', 'gifts'],
    end: 'timed-out' as const,
    durationSeconds: 12,
  };
  const sessions = answer(adminUserUssd, { sessions: [session], isMore: false });
  await open(HERE, { as: administrator('support'), answers: [record(true), sessions] });
  expect(await screen.findByText('First menu → My gifts')).toBeDefined();
  expect(screen.getByText('Timed out; the gateway did not report the end')).toBeDefined();
  await open(HERE, { as: administrator('support'), answers: [record(false)] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Atieno Odhiambo' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'USSD sessions' })).toBeNull();
});

test('the page says that the sessions cannot be read, and offers another try', async () => {
  await open(HERE, {
    as: administrator('support'),
    answers: [record(true), refusal(adminUserUssd, 'too_many_requests')],
  });
  expect(await screen.findByText('Failed to load the USSD sessions')).toBeDefined();
});
