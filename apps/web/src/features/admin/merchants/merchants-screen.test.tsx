// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { sample } from '@zawadi/contract/example-values';
import { addMerchant, suspendMerchant, updateMerchant } from '@zawadi/contract/merchants';
import { listMerchants, merchantsCsv, merchantsSummary } from '@zawadi/contract/merchants-admin';
import { expect, test } from 'vitest';
import { answer, answerBy, file, lost } from '../../../testing/contract-answers.ts';
import { factOf } from '../../../testing/facts.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { fieldOf, pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';
import { expectFiveSeconds, stopToasts } from '../../../testing/toasts.ts';
import { dukaOf, listedDuka } from './testing/duka.ts';

const { open } = pages();

const MERCHANTS = '/admin/merchants';
const MENU = 'Actions for Duka la Zambarau';
const shop = listedDuka({ status: 'PENDING', createdAt: '2026-11-02T07:00:00.000Z', owed: 1_000 });
const summary = answer(merchantsSummary, {
  total: 12,
  active: 8,
  pending: 3,
  suspended: 1,
  volume: 45_000,
  transactions: 61,
});
/** Fake list: filters by status as the server does, as far as these tests need. */
const list = answerBy(listMerchants, ({ body }) => (body.status === 'SUSPENDED' ? [] : [shop]));

const toMerchants = (answers = [summary, list]) => open(MERCHANTS, { as: administrator(), answers });
const found = async () => screen.findByRole('link', { name: 'Duka la Zambarau' });

/** Chooses an action from the shop's menu. */
async function choose(page: Awaited<ReturnType<typeof toMerchants>>, action: string) {
  await page.press(MENU);
  await page.person.click(await screen.findByRole('menuitem', { name: action }));
}

test('S195 counts merchants, searches by contact and id, filters by status, and opens a merchant from its menu', async () => {
  const page = await toMerchants();
  await found();
  expect(await factOf('Total Merchants')).toBe('12');
  expect(await factOf('Active')).toBe('8');
  expect(await factOf('Volume')).toBe('KES45,000');
  expect(await factOf('Transactions')).toBe('61');
  expect(screen.getByText('3 pending approval')).toBeDefined();
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headings).toEqual(['Merchant', 'Contact', 'Status', 'Created', 'Owed', 'Actions']);
  const row = screen.getAllByRole('row')[1];
  expect(row?.textContent).toMatch(
    /DUKA001.*Wanjiku Kamauwanjiku@example\.test0722 000 103Pending2026-11-02/u,
  );
  expect(row?.textContent).toMatch(/KES\s1,000/u);
  const tile = row?.querySelector<HTMLElement>('.brand-tile');
  expect(tile?.textContent).toBe('D');
  expect(tile?.style.getPropertyValue('--brand')).toMatch(/#7a2e12/iu);
  expect(screen.getByText('Showing 1 of 12 merchants')).toBeDefined();

  await page.person.type(fieldOf('Search'), 'Wanjiku Kam');
  await waitFor(() => expect(page.sent(listMerchants).at(-1)).toMatchObject({ search: 'Wanjiku Kam' }));
  await page.person.selectOptions(screen.getByLabelText('Status'), 'Suspended');
  expect(await screen.findByText('No merchants found')).toBeDefined();
  await page.person.selectOptions(screen.getByLabelText('Status'), 'Pending');
  await found();
  expect(page.address()).toBe(`${MERCHANTS}?search=Wanjiku+Kam&status=PENDING`);
  expect(page.sent(listMerchants).at(-1)).toMatchObject({ search: 'Wanjiku Kam', status: 'PENDING' });
  await page.press(MENU);
  const actions = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(actions).toEqual(['View Details', 'Edit Merchant', 'Suspend']);
  await page.person.click(screen.getByRole('menuitem', { name: 'View Details' }));
  await waitFor(() => expect(page.address()).toBe(`${MERCHANTS}/DUKA001`));
});

test('the list marks merchants without a pay-out channel, filters by them, and exports the filtered list', async () => {
  const unpaid = listedDuka({ payoutChannel: null });
  const page = await toMerchants([
    answer(listMerchants, [unpaid]),
    file(merchantsCsv, 'merchants-2026-11-20.csv', 'Duka'),
  ]);
  const row = (await found()).closest('tr');
  expect(row?.textContent).toContain('No pay-out channel');
  await page.person.selectOptions(screen.getByLabelText('Status'), 'No pay-out channel');
  await waitFor(() =>
    expect(page.sent(listMerchants).at(-1)).toMatchObject({ isWithoutPayoutChannel: true }),
  );
  await page.press('Export CSV');
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['merchants-2026-11-20.csv']));
  expect(page.asked(merchantsCsv)[0]).toContain('isWithoutPayoutChannel=true');
});

test('after adding a merchant with the contact of another, asks whether it is a branch', async () => {
  const sameContact = [{ merchantId: sample.id, merchantCode: 'DUKA001', businessName: 'Duka la Zambarau' }];
  const added = answer(addMerchant, { ...emptyAnswer(addMerchant), sameContact });
  const page = await toMerchants([answer(listMerchants, []), added]);
  await page.press('Add Merchant');
  const adding = within(await screen.findByRole('dialog', { name: 'Add Merchant' }));
  await page.type({
    'Business name': 'Duka la Bahati',
    'Contact name': 'Asha Juma',
    'Contact email': 'asha@example.test',
    'Contact phone number': '0722000444',
  });
  await page.person.click(adding.getByRole('button', { name: 'Add Merchant' }));
  const branch = within(await screen.findByRole('dialog', { name: 'Is this a branch?' }));
  const link = branch.getByRole('link', { name: 'Duka la Zambarau' });
  expect(link.getAttribute('href')).toBe('/admin/merchants/DUKA001');
  await page.press('Keep both merchants');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('S208 shows each failure for five seconds, and keeps the typed values', async () => {
  stopToasts();
  const shown = answer(listMerchants, [listedDuka()]);
  const page = await toMerchants([shown, lost(addMerchant), lost(updateMerchant), lost(suspendMerchant)]);
  await found();
  await page.press('Add Merchant');
  const adding = within(await screen.findByRole('dialog', { name: 'Add Merchant' }));
  await page.type({
    'Business name': 'Duka la Bahati',
    'Contact name': 'Asha Juma',
    'Contact email': 'asha@example.test',
    'Contact phone number': '0722000444',
  });
  await page.person.click(adding.getByRole('button', { name: 'Add Merchant' }));
  await expectFiveSeconds('Failed to add merchant. Please try again.');
  expect(fieldOf('Business name').value).toBe('Duka la Bahati');
  await page.press('Cancel');
  await choose(page, 'Edit Merchant');
  await page.press('Save Changes');
  await expectFiveSeconds('Failed to update merchant.');
  await page.press('Cancel');
  await choose(page, 'Suspend');
  await page.person.type(await screen.findByLabelText('Reason'), 'A till was stolen');
  expect(screen.getByText('The shop reads this reason in our email.')).toBeDefined();
  await page.press('Suspend merchant');
  await expectFiveSeconds('Failed to suspend merchant.');
  expect(fieldOf('Reason').value).toBe('A till was stolen');
  await page.press('Keep active');

  page.answer(lost(listMerchants));
  await page.reload();
  expect(await screen.findByRole('heading', { name: 'Failed to fetch merchants' })).toBeDefined();
  expect(screen.getAllByText('Failed to fetch merchants').length).toBeGreaterThan(1);
  page.answer(shown);
  await page.press('Try Again');
  await found();
});

test('S201 edits a merchant, and asks for the reason of a new status', async () => {
  const active = listedDuka();
  const page = await toMerchants([answer(listMerchants, [active])]);
  await choose(page, 'Edit Merchant');
  const editing = within(await screen.findByRole('dialog', { name: 'Edit Merchant: Duka la Zambarau' }));
  expect(fieldOf('Contact email').value).toBe('wanjiku@example.test');
  await page.type({ 'Logo address': 'javascript:alert(1)' });
  await page.type({ 'Contact name': '', 'Brand colour': '#12' });
  await page.press('Save Changes');
  expect(await editing.findByText('Please fill in all required fields')).toBeDefined();
  expect(editing.getByText('Please enter a colour such as #007BFF')).toBeDefined();
  expect(editing.getByText(/^Please enter the https address of a picture/u)).toBeDefined();
  await page.type({ 'Logo address': 'https://cdn.example.test/duka.png' });
  await page.type({ 'Contact name': 'Njoki Kamau', 'Brand colour': '#ffd400' });
  const offered = [...editing.getByLabelText<HTMLSelectElement>('Status').options].map(({ text }) => text);
  expect(offered).toEqual(['Active', 'Pending', 'Suspended']);
  await page.person.selectOptions(editing.getByLabelText('Status'), 'Suspended');
  expect(editing.getByText(/^Staff are signed out within a second/u)).toBeDefined();
  await page.press('Save Changes');
  expect(await editing.findByText('Please give a reason')).toBeDefined();
  expect(page.sent(updateMerchant)).toEqual([]);
  await page.type({ Reason: 'The owner asked for it' });
  const changed = { contactName: 'Njoki Kamau', status: 'SUSPENDED' } as const;
  page.answerThen(
    answer(updateMerchant, dukaOf(changed)),
    answer(listMerchants, [{ ...active, ...changed }]),
  );
  await page.press('Save Changes');
  expect(await screen.findByText('Merchant updated successfully!')).toBeDefined();
  expect((await screen.findByText('Njoki Kamau')).closest('tr')?.textContent).toContain('Suspended');
  expect(page.sent(updateMerchant)).toMatchObject([
    { ...changed, reason: 'The owner asked for it', brandingConfig: { primaryColor: '#ffd400' } },
  ]);
});

test('suspending a merchant explains the effect and asks for a reason; a suspended merchant can be reactivated', async () => {
  const active = listedDuka({ currentBalance: 700 });
  const page = await toMerchants([answer(listMerchants, [active])]);
  await choose(page, 'Suspend');
  const asking = within(await screen.findByRole('dialog', { name: 'Suspend Duka la Zambarau?' }));
  expect(asking.getByText(/The balance of KES\s700 stays\./u)).toBeDefined();
  expect(asking.getByText(/API keys stop until you reactivate the merchant/u)).toBeDefined();
  await page.press('Suspend merchant');
  expect(await asking.findByText('Please give a reason')).toBeDefined();
  await page.type({ Reason: 'A till was stolen' });
  page.answerThen(
    answer(suspendMerchant, dukaOf({ status: 'SUSPENDED' })),
    answer(listMerchants, [{ ...active, status: 'SUSPENDED' }]),
  );
  await page.press('Suspend merchant');
  expect(await screen.findByText('Merchant suspended successfully!')).toBeDefined();
  expect(await screen.findByText('Suspended', { selector: 'tbody *' })).toBeDefined();
  expect(page.sent(suspendMerchant)).toMatchObject([{ reason: 'A till was stolen' }]);
  await choose(page, 'Reactivate');
  expect(await screen.findByRole('dialog', { name: 'Reactivate Duka la Zambarau?' })).toBeDefined();
  await page.type({ Reason: 'The till is back' });
  page.answer(answer(listMerchants, [active]), answer(updateMerchant, dukaOf()));
  await page.press('Reactivate merchant');
  expect(await screen.findByText('Merchant reactivated')).toBeDefined();
  expect(page.sent(updateMerchant)).toMatchObject([{ status: 'ACTIVE', reason: 'The till is back' }]);
});
