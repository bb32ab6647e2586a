// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import {
  checkCount,
  closeDay,
  confirmDayClose,
  dayClosesCsv,
  listDayCloses,
  openDays,
  type DayClose,
  type OpenDay,
} from '@zawadi/contract/day-closes';
import { sample } from '@zawadi/contract/example-values';
import { expect, test } from 'vitest';
import { answer, answerBy, file, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { expectSwahili } from '../../../testing/swahili.ts';
import { TILL } from '../redemptions/testing/till-vouchers.ts';

const { open } = pages();

const DAY_CLOSES = '/merchant/dashboard/day-closes';
const NAMES = ['Mama Njeri Groceries', 'Njeri Kamau', 'Juma Ali', 'Till 2', 'Main shop', 'A coin fell'];

const day: OpenDay = {
  placeId: sample.id,
  place: 'Main shop',
  till: 'Till 2',
  since: '2026-11-20T05:00:00.000Z',
  redemptions: 3,
  redeemed: 600,
  reversals: 1,
  reversed: 100,
  net: 500,
  cash: 200,
  card: 700,
  mpesa: 0,
};

/** Makes a close of Juma Ali with KES 20 missing; `details` overrides fields. */
function closeOf(details: Partial<DayClose> = {}): DayClose {
  return {
    ...day,
    closeId: sample.id,
    number: 7,
    businessName: 'Mama Njeri Groceries',
    closedBy: 'Juma Ali',
    closedAt: '2026-11-20T16:00:00.000Z',
    counted: 180,
    difference: -20,
    note: 'A coin fell',
    canBeConfirmed: true,
    isOwn: false,
    ...details,
  };
}

const compared = answerBy(checkCount, ({ query: { counted } }) => ({
  ...day,
  counted,
  difference: counted - day.cash,
}));

const listed = (...closes: DayClose[]) =>
  answer(listDayCloses, { closes, people: [{ staffId: sample.id, name: 'Juma Ali' }] });

test('a cashier sees the difference as the server computes it, closes the day, and prints the paper', async () => {
  const page = await open(TILL, {
    as: shopPerson('cashier', { memberName: 'Juma Ali' }),
    answers: [
      answer(openDays, { open: [{ ...day, till: undefined, net: 5 }, day] }),
      compared,
      answer(closeDay, closeOf({ canBeConfirmed: false, isOwn: true })),
    ],
  });
  await page.press('Close my day');
  await page.person.selectOptions(await screen.findByLabelText('Till'), 'Till 2');
  await page.press('Check the count');
  expect(await screen.findByText('Please enter the amount that you counted')).toBeDefined();
  await page.type({ 'Counted cash': '180', Note: 'A coin fell' });
  await page.press('Check the count');
  const question = within(await screen.findByRole('dialog', { name: 'The cash differs' }));
  expect(question.getByText(/^−\sKES\s20$/u)).toBeDefined();
  await page.person.click(question.getByRole('button', { name: 'Close my day' }));
  expect(await screen.findByRole('dialog', { name: 'Day close no. 7' })).toBeDefined();
  const [sent] = page.sent(closeDay);
  expect(sent).toMatchObject({
    till: 'Till 2',
    counted: 180,
    note: 'A coin fell',
    seen: { redemptions: 3, reversals: 1, net: 500, cash: 200 },
  });
  expect(screen.getByText(/Hand the cash and this paper over/u)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  act(() => void dispatchEvent(new Event('beforeprint')));
  const paper = document.querySelector('article.paper')?.textContent.replaceAll(/\s/gu, ' ');
  expect(paper).toContain('Expected cashKES 200Counted cashKES 180Difference− KES 20');
  expect(paper).toContain('Handed over');
});

test('says that the figures have changed, and closes nothing', async () => {
  const page = await open(TILL, {
    as: shopPerson('cashier'),
    answers: [answer(openDays, { open: [day] }), compared, refusal(closeDay, 'day_close_changed')],
  });
  await page.press('Close my day');
  await screen.findByLabelText('Counted cash');
  await page.type({ 'Counted cash': '200' });
  await page.press('Check the count');
  const question = within(await screen.findByRole('dialog', { name: 'The cash is as expected' }));
  page.answer(answer(openDays, { open: [{ ...day, redemptions: 4 }] }));
  await page.person.click(question.getByRole('button', { name: 'Close my day' }));
  expect(await screen.findByText(/A redemption or a reversal has come in since/u)).toBeDefined();
  await page.press('Back');
  expect(await screen.findByText('Redemptions (4)')).toBeDefined();
});

test('a person without redemptions since the last close has nothing to close', async () => {
  const page = await open(TILL, { as: shopPerson('cashier'), answers: [answer(openDays, { open: [] })] });
  await page.press('Close my day');
  expect(await screen.findByText('You have redeemed nothing since your last close.')).toBeDefined();
});

test('the owner confirms a close with a difference only with a note', async () => {
  const confirmed = {
    by: 'Njeri Kamau',
    at: '2026-11-20T17:00:00.000Z',
    note: 'Found',
    isBySamePerson: false,
  };
  const page = await open(`${DAY_CLOSES}?state=waiting`, {
    as: shopPerson(),
    answers: [
      listed(closeOf()),
      answer(confirmDayClose, closeOf({ confirmed, canBeConfirmed: false })),
      file(dayClosesCsv, 'day-closes-2026-11-20.csv', 'Number'),
    ],
  });
  await page.press('Juma Ali');
  expect(page.asked(listDayCloses)[0]).toContain('state=waiting');
  await page.press('Confirm');
  const question = within(await screen.findByRole('dialog', { name: 'Confirm day close no. 7?' }));
  await page.person.click(question.getByRole('button', { name: 'Confirm' }));
  expect(question.getByText('Please write what you found.')).toBeDefined();
  expect(page.sent(confirmDayClose)).toEqual([]);
  await page.person.type(question.getByLabelText('Note'), 'Found');
  await page.person.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Found')).toBeDefined();
  expect(page.sent(confirmDayClose)).toEqual([{ note: 'Found' }]);
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  await page.press('Export CSV');
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['day-closes-2026-11-20.csv']);
});

test('the only owner reads that the own close is confirmed by the same person', async () => {
  const page = await open(DAY_CLOSES, { as: shopPerson(), answers: [listed(closeOf({ isOwn: true }))] });
  await page.press('Juma Ali');
  expect(await screen.findByText(/Your shop has no other owner or manager/u)).toBeDefined();
});

test('closing, printing and confirming a day are in Kiswahili', async () => {
  const page = await open(TILL, {
    as: shopPerson(),
    language: 'sw',
    answers: [answer(openDays, { open: [day] }), compared, answer(closeDay, closeOf()), listed(closeOf())],
  });
  await page.press('Funga siku yangu');
  await screen.findByLabelText('Taslimu iliyohesabiwa');
  await expectSwahili(NAMES);
  await page.type({ 'Taslimu iliyohesabiwa': '180' });
  await page.press('Kagua hesabu');
  const question = within(await screen.findByRole('dialog', { name: 'Taslimu ina tofauti' }));
  await expectSwahili(NAMES);
  await page.person.click(question.getByRole('button', { name: 'Funga siku yangu' }));
  await screen.findByRole('dialog', { name: 'Kufunga siku na. 7' });
  act(() => void dispatchEvent(new Event('beforeprint')));
  await expectSwahili(NAMES);
  await page.press('Thibitisha');
  await expectSwahili(NAMES);
  await page.go(DAY_CLOSES);
  await screen.findByRole('button', { name: 'Juma Ali' });
  await expectSwahili(NAMES);
});
