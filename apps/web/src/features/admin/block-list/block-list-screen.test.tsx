// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { adminUserDetail, adminUserDevices } from '@zawadi/contract/admin-users';
import { addBlock, listBlocks, removeBlock, type BlockEntry } from '@zawadi/contract/block-list';
import { sample } from '@zawadi/contract/example-values';
import { readDeskAlert } from '@zawadi/contract/fraud-desk';
import { expect, test } from 'vitest';
import { answer, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const HERE = '/admin/fraud-alerts/block-list';
const A_MOMENT = '2026-11-20T09:00:00.000Z';
const WAITS = { action: { outcome: 'waiting' as const, approvalId: sample.id } };

const entry: BlockEntry = {
  entryId: sample.id,
  kind: 'number',
  value: '2547****111',
  reason: 'Three victims named it',
  status: 'Active',
  requestedAt: A_MOMENT,
  hits: 1_204,
  lastHitAt: A_MOMENT,
  isRemovalWaiting: false,
  history: [
    {
      approvalId: sample.id,
      act: 'add',
      status: 'Approved',
      reason: 'Three victims named it',
      requestedBy: 'Wairimu Kamau',
      requestedAt: A_MOMENT,
      decidedBy: 'Otieno Ouma',
      decidedAt: A_MOMENT,
    },
  ],
};
const listed = (...entries: Partial<BlockEntry>[]) =>
  answer(listBlocks, { entries: entries.map((one) => ({ ...entry, ...one })) });
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

test('the list shows each entry with its hits; its page names both administrators', async () => {
  const page = await open(HERE, { as: administrator('read-only'), answers: [listed({})] });
  expect(await screen.findByText('1,204')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull();
  await page.press('2547****111');
  const opened = await dialog('Phone number 2547****111');
  expect(opened.getByText(/^Asked by Wairimu Kamau/u)).toBeDefined();
  expect(opened.getByText(/^Approved by Otieno Ouma/u)).toBeDefined();
  expect(opened.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('an administrator asks for an entry, and reads at the field why it is refused', async () => {
  const page = await open(HERE, { as: administrator('support'), answers: [listed()] });
  expect(await screen.findByText('Nothing is blocked')).toBeDefined();
  await page.press('Block');
  const asking = await dialog('Add to the block list?');
  await page.person.selectOptions(asking.getByLabelText('Block'), 'Network');
  await page.person.type(asking.getByLabelText('IP address or network'), '41.90.64.7');
  await page.person.click(asking.getByRole('button', { name: 'Ask for approval' }));
  expect(await asking.findByText('Please give a reason')).toBeDefined();

  await page.person.type(asking.getByLabelText('Reason'), 'Fraud');
  page.answerThen(refusal(addBlock, 'blocks_yourself'));
  await page.person.click(asking.getByRole('button', { name: 'Ask for approval' }));
  expect(await asking.findByText(/network that you are using now/u)).toBeDefined();
  expect(asking.getByLabelText('IP address or network').getAttribute('aria-invalid')).toBe('true');

  page.answerThen(
    answer(addBlock, WAITS),
    listed({ kind: 'address', value: '41.90.64.7/32', status: 'Waiting' }),
  );
  await page.person.click(asking.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(page.sent(addBlock).at(-1)).toEqual({ kind: 'address', value: '41.90.64.7', reason: 'Fraud' });
  expect(await screen.findByRole('button', { name: '41.90.64.7' })).toBeDefined();
});

test('an administrator asks for the removal of an entry with a reason', async () => {
  const page = await open(HERE, { as: administrator('finance'), answers: [listed({})] });
  await page.press('2547****111');
  const opened = await dialog('Phone number 2547****111');
  await page.person.click(opened.getByRole('button', { name: 'Remove' }));
  const asking = await dialog('Remove 2547****111 from the block list?');
  await page.person.type(asking.getByLabelText('Reason'), 'Wrong person');
  page.answerThen(answer(removeBlock, WAITS), listed({ isRemovalWaiting: true }));
  await page.person.click(asking.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('Removal waits')).toBeDefined();
  expect(page.sent(removeBlock)).toEqual([{ reason: 'Wrong person' }]);
});

test.each([
  [{ status: 'Waiting' }, 'Nothing is blocked yet. Go to Approvals'],
  [{ isRemovalWaiting: true }, 'It blocks until the removal is approved. Go to Approvals'],
  [{ status: 'Ended' }, undefined],
  [{ status: 'Removed' }, undefined],
] as const)('the page of an entry that is %o says what waits, and offers no removal', async (state, says) => {
  const page = await open(HERE, { as: administrator('finance'), answers: [listed(state)] });
  await page.press('2547****111');
  const opened = await dialog('Phone number 2547****111');
  expect(opened.getByText('Until it is removed')).toBeDefined();
  expect(opened.queryByRole('link', { name: 'Go to Approvals' })?.parentElement?.textContent).toBe(says);
  expect(opened.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('a device is shown by the beginning of its key; its last day is sent and shown', async () => {
  const deviceKey = 'k'.repeat(43);
  const page = await open(HERE, { as: administrator('support'), answers: [listed()] });
  await page.press('Block');
  const asking = await dialog('Add to the block list?');
  await page.person.selectOptions(asking.getByLabelText('Block'), 'Device');
  await page.person.type(asking.getByLabelText('Device key'), deviceKey);
  await page.person.type(asking.getByRole('textbox', { name: /^Last day/u }), '31/12/2199');
  await page.person.type(asking.getByLabelText('Reason'), 'Fraud');
  const entryMade = { kind: 'device', value: deviceKey, endsAt: '2199-12-31T20:59:59.999Z' } as const;
  page.answerThen(answer(addBlock, WAITS), listed(entryMade));
  await page.person.click(asking.getByRole('button', { name: 'Ask for approval' }));
  await page.press('kkkkkkkk…');
  expect(page.sent(addBlock).at(-1)).toMatchObject({ value: deviceKey, lastDay: '2199-12-31' });
  const opened = await dialog('Device kkkkkkkk…');
  expect(opened.getByText(/31 Dec\w* 2199/u)).toBeDefined();
  expect(screen.queryByText(deviceKey)).toBeNull();
});

test('the filters are in the URL, and an empty result offers the whole list', async () => {
  const page = await open(`${HERE}?kind=device&status=Active`, {
    as: administrator('support'),
    answers: [listed()],
  });
  expect(await screen.findByText('No entries found')).toBeDefined();
  expect(page.asked(listBlocks).at(-1)).toContain('kind=device');
});

test('shows that the list failed to load, and that its entries still block', async () => {
  await open(HERE, { as: administrator('support'), answers: [refusal(listBlocks, 'overloaded')] });
  expect(await screen.findByText('Its entries still block.')).toBeDefined();
});

test('the page of a user offers to block the number and a device', async () => {
  const user = { ...emptyAnswer(adminUserDetail), userId: sample.id, phoneNumber: '254711000111' };
  const device = {
    id: sample.id,
    browser: 'Chrome',
    system: 'Android',
    address: '197.232.*',
    getsPush: false,
  };
  const deviceKey = 'k'.repeat(43);
  const page = await open(`/admin/users/${sample.id}`, {
    as: administrator('support'),
    answers: [
      answer(adminUserDetail, user),
      answer(adminUserDevices, {
        devices: [{ ...device, signedInAt: A_MOMENT, lastUsedAt: A_MOMENT, deviceKey }],
      }),
    ],
  });
  await page.press('Block number');
  const number = await dialog('Add to the block list?');
  await page.person.type(number.getByLabelText('Reason'), 'Fraud');
  page.answerThen(answer(addBlock, WAITS));
  await page.person.click(number.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText('Approval requested')).toBeDefined();
  expect(page.sent(addBlock)).toEqual([{ kind: 'number', userId: sample.id, value: '', reason: 'Fraud' }]);
  await page.press('Block device');
  const asking = await dialog('Add to the block list?');
  expect(asking.getByLabelText<HTMLInputElement>('Device key').value).toBe(deviceKey);
});

test('a fraud alert offers to block the number of an account and the address of a wrong code', async () => {
  const alert = {
    ...emptyAnswer(readDeskAlert),
    alertId: sample.id,
    accounts: [{ userId: sample.id, name: 'Kip Rotich', status: 'ACTIVE' as const }],
    wrongCodes: [{ at: A_MOMENT, by: 'Till 2', address: '41.90.64.7' }],
  };
  const page = await open(`/admin/fraud-alerts/${sample.id}`, {
    as: administrator('support'),
    answers: [answer(readDeskAlert, alert)],
  });
  await page.press('Block number');
  const number = await dialog('Add to the block list?');
  expect(number.getByText('Kip Rotich')).toBeDefined();
  expect(number.queryByLabelText('Phone number')).toBeNull();
  await page.person.click(number.getByRole('button', { name: 'Cancel' }));
  await page.press('Block address');
  const address = await dialog('Add to the block list?');
  expect(address.getByLabelText<HTMLInputElement>('IP address or network').value).toBe('41.90.64.7');
});

test('a fraud alert offers a read-only administrator no block', async () => {
  const wrongCodes = [{ at: A_MOMENT, by: 'Till 2', address: '41.90.64.7' }];
  await open(`/admin/fraud-alerts/${sample.id}`, {
    as: administrator('read-only'),
    answers: [answer(readDeskAlert, { ...emptyAnswer(readDeskAlert), alertId: sample.id, wrongCodes })],
  });
  expect(await screen.findByText(/41\.90\.64\.7/u)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Block address' })).toBeNull();
});
