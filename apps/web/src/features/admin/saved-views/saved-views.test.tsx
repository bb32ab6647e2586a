// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import {
  deleteSavedView,
  listSavedViews,
  readSavedView,
  saveView,
  type SavedView,
} from '@zawadi/contract/saved-views';
import { listTransactions } from '@zawadi/contract/transactions';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { latestDays } from '../../lists/period.ts';

const { open } = pages();

const LIST = '/admin/transactions';
const as = administrator('read-only');
const week = latestDays(nairobiDay(new Date()), 7);
const none = answer(listTransactions, { transactions: [], count: 0, isMore: false });
const view: SavedView = {
  viewId: sample.id,
  list: LIST,
  name: 'Failed this week',
  filters: { status: 'Failed' },
  period: 'last-7-days',
  isShared: true,
  isOwn: true,
  ownerName: 'Wairimu Kamau',
};
const listed = (...views: Partial<SavedView>[]) =>
  answer(listSavedViews, { views: views.map((one) => ({ ...view, ...one })) });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('saves the filters of a list, with a period that moves with the day', async () => {
  const page = await open(`${LIST}?status=Failed&from=${week.from}&to=${week.to}`, {
    as,
    answers: [none, listed()],
  });
  await page.press('Views');
  await page.person.click((await dialog('Views')).getByRole('button', { name: 'Save this view' }));
  const form = await dialog('Save this view');
  await page.person.click(form.getByRole('button', { name: 'Save view' }));
  expect(await form.findByText('Please enter a name')).toBeDefined();
  expect(form.getByRole<HTMLSelectElement>('combobox', { name: 'Period' }).value).toBe('last-7-days');
  await page.person.type(form.getByLabelText('Name'), 'Failed this week');
  page.answerThen(refusal(saveView, 'view_name_used'));
  await page.person.click(form.getByRole('button', { name: 'Save view' }));
  expect(await form.findByText(/a view with this name already/u)).toBeDefined();
  page.answerThen(answer(saveView, view));
  await page.person.click(form.getByRole('button', { name: 'Save view' }));
  expect(await screen.findByText('View saved')).toBeDefined();
  expect(page.sent(saveView).at(-1)).toMatchObject({
    list: LIST,
    name: 'Failed this week',
    filters: { status: 'Failed' },
    period: 'last-7-days',
    isShared: false,
  });
});

test('opens a view from its list, with the days of today', async () => {
  const page = await open(LIST, {
    as,
    answers: [none, listed({}, { viewId: sample.redemptionId, isOwn: false, name: 'All' })],
  });
  await page.press('Views');
  const popup = await dialog('Views');
  expect(await popup.findByText('Shared by colleagues')).toBeDefined();
  await page.person.click(popup.getByRole('link', { name: /Failed this week/u }));
  await expect.poll(() => page.address()).toBe(`${LIST}?status=Failed&from=${week.from}&to=${week.to}`);
});

test('opens a view by its address, and says if it is missing', async () => {
  const page = await open(`/admin/views/${sample.id}`, { as, answers: [none, answer(readSavedView, view)] });
  await expect.poll(() => page.address()).toBe(`${LIST}?status=Failed&from=${week.from}&to=${week.to}`);
  await open(`/admin/views/${sample.redemptionId}`, { as, answers: [refusal(readSavedView, 'not_found')] });
  expect(await screen.findByText('View not found')).toBeDefined();
});

test('deletes an own view and restores it', async () => {
  const page = await open(LIST, {
    as,
    answers: [none, listed({}), answer(deleteSavedView, {}), answer(saveView, view)],
  });
  await page.press('Views');
  const popup = await dialog('Views');
  await page.person.click(await popup.findByRole('button', { name: 'Actions for Failed this week' }));
  await page.person.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await popup.findByText('“Failed this week” is deleted.')).toBeDefined();
  await page.person.click(popup.getByRole('button', { name: 'Undo' }));
  await expect.poll(() => popup.queryByText('“Failed this week” is deleted.')).toBeNull();
  expect(page.sent(saveView).at(-1)).toMatchObject({
    name: 'Failed this week',
    filters: { status: 'Failed' },
    period: 'last-7-days',
    isShared: true,
  });
});

test('renames an own view and keeps its filters', async () => {
  const page = await open(LIST, { as, answers: [none, listed({}), answer(saveView, view)] });
  await page.press('Views');
  const popup = await dialog('Views');
  await page.person.click(await popup.findByRole('button', { name: 'Actions for Failed this week' }));
  await page.person.click(await screen.findByRole('menuitem', { name: 'Change' }));
  const form = await dialog('Change this view');
  await page.person.clear(form.getByLabelText('Name'));
  await page.person.type(form.getByLabelText('Name'), 'Failed');
  await page.person.click(form.getByRole('button', { name: 'Save view' }));
  expect(await screen.findByText('View saved')).toBeDefined();
  expect(page.sent(saveView).at(-1)).toMatchObject({
    name: 'Failed',
    filters: { status: 'Failed' },
    period: 'last-7-days',
    isShared: true,
  });
});
