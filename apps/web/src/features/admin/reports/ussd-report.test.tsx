// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { ussdReport } from '@zawadi/contract/reports';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const HERE = '/admin/reports/ussd?from=2026-11-01&to=2026-11-20';
const figures = {
  sessions: 40,
  claimed: 10,
  withdrawn: 0,
  bought: 6,
  thanked: 0,
  lookedUp: 12,
  refused: 8,
  abandoned: 10,
  medianSeconds: 65,
  costed: 30,
  costCents: 4_550,
};

test('the report on USSD shows outcomes, where callers left, median time and cost', async () => {
  await open(HERE, {
    as: administrator('read-only'),
    answers: [
      answer(ussdReport, {
        total: figures,
        days: [
          { day: '2026-11-19', ...figures, sessions: 15 },
          { day: '2026-11-20', ...figures, sessions: 25 },
        ],
        networks: [
          { networkCode: '63903', ...figures },
          { networkCode: '12345', ...figures, sessions: 1, medianSeconds: undefined },
        ],
        leftAt: [
          { step: 'first-name', sessions: 7 },
          { step: 'survey', sessions: 2 },
        ],
      }),
    ],
  });
  expect(await screen.findByText('25% of all sessions')).toBeDefined();
  expect(screen.getByText('Reported for 30 of 40 sessions')).toBeDefined();
  expect(screen.getByText('1 min 5 s')).toBeDefined();
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rowsOf('Sessions by day').map((row) => row?.slice(0, 10))).toEqual(['Fri 20 Nov', 'Thu 19 Nov']);
  expect(rowsOf('Sessions by network')).toEqual([
    expect.stringMatching(/^Airtel.*KES\u00a045\.50$/u),
    expect.stringMatching(/^Network 12345/u),
  ]);
  expect(rowsOf('Where callers left')).toEqual(['First name7', 'survey2']);
});

test('a report that cannot be read says so and offers another try', async () => {
  await open(HERE, { as: administrator('read-only'), answers: [refusal(ussdReport, 'too_many_requests')] });
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeDefined();
});
