// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { merchantReport, merchantTransactions } from '@zawadi/contract/merchant-reports';
import { listMembers, updateMember, type MemberAccount } from '@zawadi/contract/merchants-members';
import { addPlace, closePlace, updatePlace } from '@zawadi/contract/merchants-place-list';
import { lookUpVoucher, redeemAtTill } from '@zawadi/contract/redemptions';
import { beforeEach, expect, test } from 'vitest';
import { answer, answerBy, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { shopPerson } from '../../../testing/people.ts';
import { tillChoice } from '../redemptions/till-place.ts';
import { CODE, pasteCode, redemptionDone, TILL, voucherFound } from '../redemptions/testing/till-vouchers.ts';
import { SETTINGS, settingsAnswer } from '../settings/testing/settings-answers.ts';
import { placeOf, placesAnswer, westlands } from './testing/place-answers.ts';

const { open } = pages();
const two = placesAnswer(placeOf(), westlands);

beforeEach(() => tillChoice.set(''));

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('a shop adds a place, renames it, and closes it after a confirmation', async () => {
  const answers = [settingsAnswer(), placesAnswer(placeOf()), refusal(addPlace, 'place_name_taken')];
  const page = await open(SETTINGS, { as: shopPerson('manager'), answers });
  expect(await screen.findByRole('heading', { name: 'Your shop' })).toBeDefined();
  await page.press('Add place');
  const add = await dialogOf('Add a place');
  await page.person.type(add.getByLabelText('Name of the place'), 'Main shop');
  await page.person.click(add.getByRole('button', { name: 'Add place' }));
  expect(await add.findByText('Another place already has this name.')).toBeDefined();
  await page.person.clear(add.getByLabelText('Name of the place'));
  await page.person.type(add.getByLabelText('Name of the place'), 'Westlands');
  page.answer(answer(addPlace, { places: [placeOf(), westlands] }));
  await page.person.click(add.getByRole('button', { name: 'Add place' }));
  expect(await screen.findByText('Place added')).toBeDefined();
  expect(page.sent(addPlace).at(-1)).toMatchObject({ name: 'Westlands', town: '' });
  expect(screen.getByRole('heading', { name: 'Your places' })).toBeDefined();

  const place = within(screen.getByRole('region', { name: 'Westlands' }));
  const parklands = { ...westlands, name: 'Parklands' };
  page.answer(answer(updatePlace, { places: [placeOf(), parklands] }));
  await page.person.click(place.getByRole('button', { name: 'Set place' }));
  const edit = await dialogOf('Where customers find you');
  await page.person.clear(edit.getByLabelText('Name of the place'));
  await page.person.type(edit.getByLabelText('Name of the place'), 'Parklands');
  await page.press('Save Changes');
  expect(await screen.findByRole('heading', { name: 'Parklands' })).toBeDefined();

  const closed = { ...parklands, closedAt: '2026-11-20T09:00:00.000Z' };
  page.answer(answer(closePlace, { places: [placeOf(), closed] }));
  // Only the second place can be closed.
  await page.press('Close place');
  const question = await dialogOf('Close Parklands for good?');
  await page.person.click(question.getByRole('button', { name: 'Close place' }));
  expect(await screen.findByText('Place closed')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Parklands' })).toBeNull();
});

test('the owner assigns a cashier to one of several places', async () => {
  const achieng: MemberAccount = {
    staffId: sample.id,
    signInCode: 'DUKA001.ACHIENG',
    name: 'Achieng Otieno',
    email: null,
    staffRole: 'cashier',
    placeId: null,
    status: 'ACTIVE',
    mustChangePassword: false,
    twoFactorEnabled: false,
    lastLogin: null,
    createdAt: '2026-11-20T09:00:00.000Z',
  };
  const moved = { ...achieng, placeId: westlands.placeId };
  const answers = [settingsAnswer(), two, answer(listMembers, { staff: [achieng] })];
  const page = await open(SETTINGS, { as: shopPerson(), answers });
  await page.press('Manage Achieng Otieno');
  const account = await dialogOf('Account of Achieng Otieno');
  await page.person.selectOptions(account.getByLabelText('Place'), 'Westlands');
  page.answer(answer(updateMember, moved), answer(listMembers, { staff: [moved] }));
  await page.press('Save Changes');
  await waitFor(() => expect(page.sent(updateMember)).toMatchObject([{ placeId: westlands.placeId }]));
  await waitFor(() =>
    expect(screen.getByText('DUKA001.ACHIENG').parentElement?.textContent).toBe(
      'Cashier · DUKA001.ACHIENG · Westlands',
    ),
  );
});

test('a till has a name and a place, and every redemption carries them', async () => {
  const found = answer(lookUpVoucher, voucherFound());
  const done = answer(redeemAtTill, redemptionDone({ place: 'Westlands', till: 'Till 2' }));
  const page = await open(TILL, { as: shopPerson(), answers: [two, found, done] });
  expect(await screen.findByText('This till: Main shop')).toBeDefined();
  await page.press('Change');
  const dialog = await dialogOf('Name this till');
  await page.person.selectOptions(dialog.getByLabelText('Place'), 'Westlands');
  await page.person.type(dialog.getByLabelText(/^Name of this till/u), 'Till 2');
  await page.person.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This till: Westlands, Till 2')).toBeDefined();
  await pasteCode(page.person, CODE);
  await page.press(/^All/u);
  await page.press(/^Redeem KES/u);
  expect(await screen.findByText('Juma Ali, Till 2')).toBeDefined();
  expect(screen.getByText('Mama Njeri Groceries, Westlands')).toBeDefined();
  expect(page.sent(redeemAtTill)).toMatchObject([{ placeId: westlands.placeId, till: 'Till 2' }]);
  await page.reload();
  expect(await screen.findByText('This till: Westlands, Till 2')).toBeDefined();
});

test('a shop with one place is asked for no place, and its till needs no name', async () => {
  const page = await open(TILL, { as: shopPerson('cashier'), answers: [placesAnswer(placeOf())] });
  expect(await screen.findByText('This till has no name.')).toBeDefined();
  await page.press('Name this till');
  expect((await dialogOf('Name this till')).queryByLabelText('Place')).toBeNull();
});

test('transactions and reports are filtered by place', async () => {
  const placeIds: (string | undefined)[] = [];
  const sales = answerBy(merchantTransactions, ({ query }) => {
    placeIds.push(query.placeId);
    return emptyAnswer(merchantTransactions);
  });
  const report = answerBy(merchantReport, ({ query }) => {
    placeIds.push(query.placeId);
    return emptyAnswer(merchantReport);
  });
  const page = await open('/merchant/dashboard/transactions', {
    as: shopPerson(),
    answers: [two, sales],
  });
  await page.press(/^Filter/u);
  await page.person.click(await screen.findByRole('button', { name: 'Westlands' }));
  await page.press(/^Show/u);
  await waitFor(() => expect(placeIds.at(-1)).toBe(westlands.placeId));
  expect(page.address()).toContain(westlands.placeId);

  const reports = await open('/merchant/dashboard/reports', {
    as: shopPerson(),
    answers: [two, report],
  });
  await waitFor(() => expect(placeIds.at(-1)).toBeUndefined());
  await reports.person.selectOptions(await screen.findByLabelText('Place'), 'Westlands');
  await waitFor(() => expect(placeIds.at(-1)).toBe(westlands.placeId));
});
