import {
  adminListUsers,
  adminUserDetail,
  adminUserDevices,
  adminUsersCsv,
  adminUserVouchers,
  adminUserWallet,
  claimVoucher,
} from '@zawadi/contract';
import type { SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let helper: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  helper = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

function of(person: SignedIn) {
  return { params: { userId: person.user.id } };
}

function find(search: string) {
  return system.call(adminListUsers, { query: { search } }, helper);
}

test('S217 finds a consumer by name, email address, phone number in any notation, its last digits, and id', async () => {
  const person = await newConsumer(system);
  await system.owner.query(`update users set first_name = 'Zuhura', last_name = 'wa Kioni' where id = $1`, [
    person.user.id,
  ]);
  const { phoneNumber, email } = person;
  for (const typed of [
    'zuhu',
    'WA KIO',
    'Zuhura  wa',
    email.toUpperCase(),
    phoneNumber,
    `0${phoneNumber.slice(3)}`,
    `+254 ${phoneNumber.slice(3, 6)} ${phoneNumber.slice(6)}`,
    phoneNumber.slice(-6),
    person.user.id,
  ]) {
    const { answer } = await find(typed);
    expect(`${typed}: ${answer.users.map(({ userId }) => userId).join()}`).toContain(person.user.id);
  }
  for (const typed of ['zuhux', '%', 'uhura', '_uhura']) {
    expect((await find(typed)).answer.users.map(({ userId }) => userId)).not.toContain(person.user.id);
  }
});

test('pages the list of consumers without a gap, and counts the whole list', async () => {
  const people = [await newConsumer(system), await newConsumer(system), await newConsumer(system)];
  await system.owner.query(`update users set last_name = 'Pagetest' where id = any($1)`, [
    people.map(({ user }) => user.id),
  ]);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { search: 'pagetest', limit: 1, cursor };
    const { answer } = await system.call(adminListUsers, { query }, helper);
    expect(answer.total).toEqual({ count: 3, isMore: false });
    seen.push(...answer.users.map(({ userId }) => userId));
    cursor = answer.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(people.map(({ user }) => user.id).toReversed());
});

test('S219 a consumer’s profile shows wallet, devices, and vouchers by the last four symbols of their codes', async () => {
  const person = await newConsumer(system);
  const { claimToken } = await makeGift(system, { amount: 1_000, recipient: person });
  await system.call(claimVoucher, { body: { claimToken } }, person);
  const gift = await makeGift(system, { amount: 200, buyerId: person.user.id });
  expect((await system.call(adminUserDetail, of(person), helper)).answer).toMatchObject({
    walletBalance: 950,
    status: 'ACTIVE',
    vouchersBought: 1,
    vouchersReceived: 1,
    openPayments: 0,
    locks: [],
  });

  const wallet = await system.call(adminUserWallet, { ...of(person), query: {} }, helper);
  expect(wallet.answer).toMatchObject({
    balance: 950,
    entries: [{ kind: 'claim', description: 'Gift added to the wallet', amount: 950, balanceAfter: 950 }],
  });
  const bought = await system.call(adminUserVouchers, { ...of(person), query: { show: 'bought' } }, helper);
  expect(bought.answer.vouchers).toMatchObject([
    {
      voucherId: gift.voucherId,
      lastFour: gift.code.replaceAll('-', '').slice(-4),
      status: 'ACTIVE',
      value: 190,
    },
  ]);
  expect(JSON.stringify(bought.answer)).not.toContain(gift.code.slice(0, 9));
  expect(JSON.stringify(bought.answer)).not.toContain(gift.claimToken);
  const received = await system.call(
    adminUserVouchers,
    { ...of(person), query: { show: 'received' } },
    helper,
  );
  expect(received.answer.vouchers).toMatchObject([{ status: 'CLAIMED', balance: 0 }]);
  const devices = await system.call(adminUserDevices, of(person), helper);
  expect(devices.answer.devices).toHaveLength(1);
});

test('A19 exports the list of consumers without spreadsheet formulas, and records the download', async () => {
  const person = await newConsumer(system);
  await system.owner.query(`update users set first_name = '=SUM(A1)', last_name = 'Filetest' where id = $1`, [
    person.user.id,
  ]);
  const reply = await system.http.inject({
    method: 'GET',
    url: `${adminUsersCsv.path}?search=filetest`,
    headers: { authorization: `Bearer ${helper.bearer}` },
  });
  expect(reply.headers['content-disposition']).toMatch(/users-\d{4}-\d\d-\d\d\.csv/u);
  expect(reply.body.trim().split('\r\n')).toHaveLength(2);
  expect(reply.body).toContain(`"'=SUM(A1)"`);
  const { rows } = await system.owner.query(
    `select after from audit_log where action = 'user.exported' order by seq desc limit 1`,
  );
  expect(rows).toEqual([{ after: { isSearched: true, status: null, from: null, to: null } }]);
});
