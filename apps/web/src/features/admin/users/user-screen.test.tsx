// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  adminUserDetail,
  adminUserDevices,
  adminUserVouchers,
  adminUserWallet,
  type AdminUser,
} from '@zawadi/contract/admin-users';
import {
  adminResendVerification,
  adminSignOutUser,
  closeUser,
  freezeUser,
  unfreezeUser,
  unlockUser,
} from '@zawadi/contract/admin-users-actions';
import { showContacts } from '@zawadi/contract/contacts';
import { sample } from '@zawadi/contract/example-values';
import { personFileCsv } from '@zawadi/contract/person-files';
import { expect, test, vi } from 'vitest';
import { answer, answerBy, file, refusal } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages, whole } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const HERE = `/admin/users/${sample.id}`;
const A_MOMENT = '2026-11-20T09:00:00.000Z';

const atieno: AdminUser = {
  ...emptyAnswer(adminUserDetail),
  userId: sample.id,
  firstName: 'Atieno',
  lastName: 'Odhiambo',
  email: 'a***@example.test',
  emailVerified: true,
  phoneNumber: '2547****111',
  phoneVerified: true,
  vouchersBought: 1,
};
const record = (details: Partial<AdminUser> = {}) => answer(adminUserDetail, { ...atieno, ...details });

const device = { id: sample.id, browser: 'Chrome', system: 'Android', address: '197.232.*', getsPush: false };
const signedInOnce = answer(adminUserDevices, {
  devices: [{ ...device, signedInAt: A_MOMENT, lastUsedAt: A_MOMENT }],
});

/** Returns the value of one of the profile's facts. */
const factOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;

/** Clicks a button of the page, types a reason into the confirm dialog, and confirms. */
async function decide(page: Awaited<ReturnType<typeof open>>, action: string, title: string, reason: string) {
  await page.press(action);
  const asking = within(await screen.findByRole('dialog', { name: title }));
  await page.person.click(asking.getByRole('button', { name: action }));
  expect(await asking.findByText('Please give a reason')).toBeDefined();
  await page.person.type(asking.getByLabelText('Reason'), reason);
  await page.person.click(asking.getByRole('button', { name: action }));
}

test('S218 a consumer’s page shows contacts, wallet with statement, vouchers and devices', async () => {
  const gift = {
    voucherId: sample.id,
    lastFour: '7K2M',
    status: 'ACTIVE' as const,
    value: 950,
    balance: 950,
    senderName: 'Atieno Odhiambo',
    recipientName: 'Brian Mutua',
    issuedAt: A_MOMENT,
    deliverAt: A_MOMENT,
    expiresAt: A_MOMENT,
  };
  const entry = { entryId: sample.id, at: A_MOMENT, kind: 'claim', description: 'Gift from Brian Mutua' };
  const page = await open(HERE, {
    as: administrator('support'),
    answers: [
      record({ walletBalance: 1_950 }),
      answer(adminUserWallet, {
        balance: 1_950,
        entries: [{ ...entry, amount: 1_950, balanceAfter: 1_950 }],
      }),
      answerBy(adminUserVouchers, ({ query: { show } }) => ({ vouchers: show === 'bought' ? [gift] : [] })),
      signedInOnce,
    ],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Atieno Odhiambo' })).toBeDefined();
  expect(factOf('Email')).toMatch(/a\*\*\*@example\.test.*Verified/u);
  expect(factOf('Phone')).toMatch(/2547\*{4}111.*Verified/u);
  expect(factOf('Two-factor authentication')).toBe('Not enabled');
  const statement = within(
    await screen.findByRole('table', { name: 'Statement of the wallet, newest first' }),
  );
  expect(statement.getByText(whole('Gift from Brian Mutua'))).toBeDefined();
  const bought = within(await screen.findByRole('table', { name: 'Vouchers bought, newest first' }));
  expect(bought.getByText('Brian Mutua')).toBeDefined();
  expect(bought.getByText('···· 7K2M')).toBeDefined();
  await page.press('Received (0)');
  expect(await screen.findByText('No vouchers received')).toBeDefined();
  expect(screen.getByText(/^Signed in/u)).toBeDefined();
  await page.person.click(screen.getByRole('link', { name: 'All transactions' }));
  await expect.poll(page.address).toBe(`/admin/transactions?search=${sample.id}`);

  await open(HERE, { as: administrator(), answers: [refusal(adminUserDetail, 'not_found')] });
  expect(await screen.findByText('There is no such user')).toBeDefined();
});

const shown = answer(showContacts, {
  contacts: [
    { label: 'Email', value: 'atieno@example.test' },
    { label: 'Phone', value: '254711000111' },
  ],
});

test('contacts are masked until an administrator asks for them, and again after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    const page = await open(HERE, { as: administrator('read-only'), answers: [record(), shown] });
    await screen.findByRole('button', { name: 'Show contacts' });
    expect(factOf('Email')).toContain('a***@example.test');
    expect(page.sent(showContacts)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Show contacts' }));
    expect(await screen.findByText('0711 000 111')).toBeDefined();
    expect(factOf('Email')).toContain('atieno@example.test');
    expect(page.sent(showContacts)).toEqual([{ kind: 'user', id: sample.id }]);
    fireEvent.click(screen.getByRole('button', { name: 'Hide contacts' }));
    await waitFor(() => expect(factOf('Phone')).toContain('2547****111'));
    fireEvent.click(screen.getByRole('button', { name: 'Show contacts' }));
    expect(await screen.findByText('0711 000 111')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    await waitFor(() => expect(factOf('Phone')).toContain('2547****111'));
    expect(screen.queryByText('0711 000 111')).toBeNull();
    expect(page.sent(showContacts)).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('the dialog that freezes a wallet after a call-back shows the number to call', async () => {
  const page = await open(HERE, { as: administrator('support'), answers: [record(), shown] });
  await page.press('Freeze wallet');
  const dialog = within(await screen.findByRole('dialog'));
  await page.person.click(dialog.getByRole('button', { name: 'Show contacts' }));
  expect(await dialog.findByText(/^First call the owner back at 0711 000 111, never/u)).toBeDefined();
});

test('freezes and unfreezes an account with a reason, which the page shows during the freeze', async () => {
  const frozen = { at: A_MOMENT, by: 'Wanjiku Otieno', reason: 'Reported a stolen phone' };
  const page = await open(HERE, { as: administrator(), answers: [record()] });
  page.answerThen(
    answer(freezeUser, { ...atieno, status: 'FROZEN', frozen }),
    record({ status: 'FROZEN', frozen }),
  );
  await decide(page, 'Freeze account', 'Freeze the account of Atieno Odhiambo?', frozen.reason);
  expect(await screen.findByText('Account frozen')).toBeDefined();
  expect(screen.getByText(whole('Frozen by Wanjiku Otieno'))).toBeDefined();
  expect(screen.getByText(whole(frozen.reason))).toBeDefined();
  page.answerThen(answer(unfreezeUser, atieno), record());
  await decide(page, 'Unfreeze account', 'Unfreeze the account of Atieno Odhiambo?', 'The phone was found');
  expect(await screen.findByText('Account active again')).toBeDefined();
  expect(screen.queryByText(/Frozen by/u)).toBeNull();
  expect(page.sent(freezeUser)).toEqual([{ reason: frozen.reason }]);
  expect(page.sent(unfreezeUser)).toEqual([{ reason: 'The phone was found' }]);
});

test('S222 unlocks a locked consumer, and signs out every device of a consumer who lost a phone', async () => {
  const page = await open(HERE, {
    as: administrator('support'),
    answers: [record({ locks: [{ kind: 'sign-in', tries: 12, waitSeconds: 0 }] }), signedInOnce],
  });
  expect((await screen.findByText('12 recent tries')).closest('li')?.textContent).toMatch(/^Sign-in/u);
  page.answerThen(answer(unlockUser, atieno), record());
  await decide(page, 'Unlock', 'Unlock Atieno Odhiambo?', 'Called from the number on file');
  expect(await screen.findByText('Unlocked')).toBeDefined();
  expect(await screen.findByText('No failed attempts count against this person.')).toBeDefined();
  expect(page.sent(unlockUser)).toEqual([{ reason: 'Called from the number on file' }]);

  page.answerThen(answer(adminSignOutUser, atieno), answer(adminUserDevices, { devices: [] }));
  await decide(page, 'Sign out everywhere', 'Sign Atieno Odhiambo out everywhere?', 'Lost the phone');
  expect(await screen.findByText('Signed out everywhere')).toBeDefined();
  expect(await screen.findByText('Not signed in anywhere')).toBeDefined();
  expect(page.sent(adminSignOutUser)).toEqual([{ reason: 'Lost the phone' }]);
});

test('S223 resends a verification code or link to a consumer', async () => {
  const page = await open(HERE, {
    as: administrator('support'),
    answers: [
      record({ emailVerified: false, phoneVerified: false }),
      answer(adminResendVerification, { ...atieno, emailVerified: false, phoneVerified: false }),
    ],
  });
  expect(await screen.findByText('Resend phone code')).toBeDefined();
  expect(factOf('Email')).toContain('Not verified');
  await page.press('Resend phone code');
  expect(await screen.findByRole('dialog', { name: 'Send Atieno Odhiambo a new code?' })).toBeDefined();
  await page.press('Send code');
  expect(await screen.findByText('Verification sent')).toBeDefined();
  await page.press('Resend verification email');
  expect(await screen.findByText('A link that proves the address goes to a***@example.test.')).toBeDefined();
  await page.press('Send link');
  await expect
    .poll(() => page.sent(adminResendVerification))
    .toEqual([{ contact: 'phone' }, { contact: 'email' }]);
});

test('S224 closes an account for good after its wallet is empty, and removes the name', async () => {
  const page = await open(HERE, { as: administrator(), answers: [record({ walletBalance: 400 })] });
  const title = 'Close the account of Atieno Odhiambo for good?';
  await page.press('Close account');
  const full = within(await screen.findByRole('dialog', { name: title }));
  expect(full.getByText(whole('KES 400 must leave the wallet first'))).toBeDefined();
  await page.person.click(full.getByRole('button', { name: 'Cancel' }));
  page.answer(record());
  await page.press('Refresh');
  await waitFor(() => expect(screen.queryByText(whole('KES 400'))).toBeNull());
  const erased = { firstName: '', lastName: '', email: '', phoneNumber: '' };
  page.answerThen(
    answer(closeUser, emptyAnswer(closeUser)),
    record({ ...erased, status: 'DELETED', closedAt: A_MOMENT }),
  );
  await decide(page, 'Close account', title, 'Asked for it in writing');
  expect(await screen.findByText('Account closed')).toBeDefined();
  expect(await screen.findByText(whole('is erased; the transactions are kept'))).toBeDefined();
  expect(screen.queryByText(/Atieno/u)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Close account' })).toBeNull();
  expect(page.sent(closeUser)).toEqual([{ reason: 'Asked for it in writing' }]);
});

test('S226 support can help consumers and freeze accounts, but cannot close them', async () => {
  await open(HERE, { as: administrator('support'), answers: [record()] });
  expect(await screen.findByRole('button', { name: 'Sign out everywhere' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Freeze account' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Close account' })).toBeNull();
});

test('an administrator downloads a consumer’s file for an authority, with a reason', async () => {
  const page = await open(HERE, {
    as: administrator(),
    answers: [record(), signedInOnce, file(personFileCsv, 'person-1.csv', 'Type')],
  });
  await page.press('Download file');
  const asking = within(await screen.findByRole('dialog', { name: 'Download the file of Atieno Odhiambo?' }));
  await page.person.selectOptions(asking.getByLabelText('Who gets it?'), 'Police');
  await page.person.click(asking.getByRole('radio', { name: /^CSV/u }));
  await page.person.type(asking.getByLabelText('Reason'), 'Letter of 28 November');
  await page.person.click(asking.getByRole('button', { name: 'Download file' }));
  await expect.poll(() => page.saved.map(({ name }) => name)).toEqual(['person-1.csv']);
  expect(page.sent(personFileCsv)).toMatchObject([{ receiver: 'police', reason: 'Letter of 28 November' }]);
});
