import {
  adminUserDetail,
  approveRequest,
  freezeByLink,
  generatePasswordOtp,
  generatePhonePasswordOtp,
  login,
  maskMsisdn,
  openWalletLater,
  readApproval,
  replaceLostContacts,
  resetPasswordByPhone,
  userDetails,
  type AdminUser,
  type HandlerInput,
} from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { failRows } from '../../../testing/failing-rows.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import {
  askToRegister,
  newSaver,
  registerAndStartWithdrawal,
  untilWithdrawal,
} from '../../../testing/withdrawal-calls.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { finishLostContacts } from './finish-lost-contacts.ts';

let system: TestSystem;
let helper: Administrator;
let administrator: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await sendPayBillAddresses(system.deps);
  helper = await newAdministrator(system, 'support');
  administrator = await newAdministrator(system, 'administrator');
});
afterAll(() => system.close());

const NEW_PASSWORD = 'Nine-lamps-in-the-rain';

/**
 * Makes a consumer whose registered name M-PESA has reported at a withdrawal.
 * @returns consumer and name
 */
async function newNamed(): Promise<{ person: SignedIn; name: string }> {
  const person = await newSaver(system);
  const paid = await registerAndStartWithdrawal(system, person, 300);
  await untilWithdrawal(system, person, paid, 'COMPLETED');
  const name = (await read(person)).registeredName ?? '';
  expect(name).not.toBe('');
  return { person, name };
}

async function read({ user }: SignedIn): Promise<AdminUser> {
  return (await system.call(adminUserDetail, { params: { userId: user.id } }, helper)).answer;
}

type Evidence = HandlerInput<typeof replaceLostContacts>['body'];

function ask({ user }: SignedIn, registeredName: string, changed: Partial<Evidence> = {}, by = helper) {
  const body: Evidence = {
    phoneNumber: newPerson('Neema', 'Achieng').phoneNumber,
    registeredName,
    facts: ['gift-bought', 'withdrawal'],
    note: 'Named the gift of Monday and the withdrawal of Friday',
    ...changed,
  };
  return system.call(replaceLostContacts, { params: { userId: user.id }, body }, by);
}

async function start(person: SignedIn, name: string): Promise<string> {
  const phoneNumber = newPerson('Neema', 'Achieng').phoneNumber;
  const { answer } = await ask(person, name, { phoneNumber });
  const id = answer.action.outcome === 'waiting' ? answer.action.approvalId : '';
  expect((await approve(system, administrator, id)).outcome).toBe('ok');
  return phoneNumber;
}

async function after72Hours({ user }: SignedIn): Promise<void> {
  await system.owner.query(
    `update lost_contact_cases set started_at = now() - interval '72 hours' where user_id = $1`,
    [user.id],
  );
  await finishLostContacts(system.deps);
}

test('after two approvals and 72 hours of frozen wallet, the new phone number can reset the password', async () => {
  const { person, name } = await newNamed();
  const asked = await ask(person, name.toLowerCase().split(' ').toReversed().join('  '));
  const { action } = asked.answer;
  expect(action.outcome).toBe('waiting');
  expect((await read(person)).lostContacts).toBeUndefined();
  const approvalId = action.outcome === 'waiting' ? action.approvalId : '';
  const { answer: asks } = await system.call(readApproval, { params: { approvalId } }, administrator);
  expect(asks.approval.summary).toMatch(/^Give the account of .* the number 2547\*{4}\d{3}$/u);
  expect(asks.preview?.change?.after).toMatchObject({
    registeredName: expect.stringMatching(new RegExp(name.split(' ')[0] ?? '', 'iu')),
    callerKnew: 'A gift bought: amount and day; A withdrawal: amount and day',
  });
  expect((await approve(system, helper, approvalId)).outcome).toBe('forbidden');
  expect((await approve(system, administrator, approvalId)).outcome).toBe('ok');
  const { rows } = await system.owner.query<{ msisdn: string }>(
    'select msisdn from lost_contact_cases where user_id = $1',
    [person.user.id],
  );
  const phone = rows[0]?.msisdn ?? '';

  expect(await read(person)).toMatchObject({
    walletFreeze: { by: 'lost-contacts' },
    lostContacts: { state: 'frozen' },
  });
  await system.sandbox.sms(person.phoneNumber, /in 72 hours your account gets a new phone.*freeze#token=/u);
  await system.sandbox.mail(person.email, /two of us checked it[^]*freeze#token=/u);
  const { answer } = await system.call(login, { body: { email: person.email, password: DEMO_PASSWORD } });
  const thief = { ...person, bearer: answer.accessToken };
  expect((await askToRegister(system, thief, 300)).outcome).toBe('wallet_frozen');
  expect((await system.call(openWalletLater, { body: {} }, thief)).outcome).toBe('wallet_held_by_support');
  expect((await ask(person, name)).outcome).toBe('user_contacts_running');

  await finishLostContacts(system.deps);
  expect((await read(person)).lostContacts?.state).toBe('frozen');
  await after72Hours(person);
  expect(await read(person)).toMatchObject({
    phoneNumber: maskMsisdn(phone),
    phoneVerified: true,
    emailVerified: false,
    lostContacts: { state: 'replaced' },
  });
  const { rows: freezes } = await system.owner.query(
    'select frozen_by, opened_by from wallet_freezes where user_id = $1',
    [person.user.id],
  );
  expect(freezes).toEqual([{ frozen_by: 'lost-contacts', opened_by: 'support' }]);
  await expect
    .poll(async () => (await system.call(userDetails, { body: {} }, thief)).outcome, { timeout: 1_500 })
    .toBe('unauthenticated');
  await system.call(generatePasswordOtp, { body: { email: person.email } });
  await system.call(generatePhonePasswordOtp, { body: { phone } });
  const [, otp = ''] = await system.sandbox.sms(phone, /^(\d{6}) sets a new Zawadi password/u);
  const reset = await system.call(resetPasswordByPhone, { body: { phone, otp, password: NEW_PASSWORD } });
  expect(reset.outcome).toBe('ok');
  const back = await system.call(login, { body: { email: phone, password: NEW_PASSWORD } });
  expect(back.outcome).toBe('ok');
});

test.each([
  ['SMS', (to: SignedIn) => system.sandbox.sms(to.phoneNumber, /in 72 hours.*freeze#token=([\w-]{32})/u)],
  [
    'mail',
    (to: SignedIn) => system.sandbox.mail(to.email, /two of us checked it[^]*freeze#token=([\w-]{32})/u),
  ],
])('the owner’s “not me” by the link in the %s stops a stranger’s lost-contacts case', async (_by, told) => {
  const { person, name } = await newNamed();
  const phone = await start(person, name);
  const [, token = ''] = await told(person);
  expect((await system.call(freezeByLink, { body: { token } })).outcome).toBe('ok');
  expect(await read(person)).toMatchObject({
    walletFreeze: { by: 'not-me' },
    lostContacts: { state: 'not-me' },
  });
  await after72Hours(person);
  const { phoneNumber, lostContacts } = await read(person);
  expect([phoneNumber, lostContacts?.state]).toEqual([maskMsisdn(person.phoneNumber), 'not-me']);
  await system.call(generatePhonePasswordOtp, { body: { phone } });
  expect((await system.sandbox.phone(phone)).messages).toEqual([]);
  await start(person, name);
  expect((await read(person)).lostContacts?.state).toBe('frozen');
});

test('refuses to replace lost contacts if M-PESA reported another registered name, or none', async () => {
  const { person, name } = await newNamed();
  expect((await ask(person, 'MUSA MWIZI')).outcome).toBe('user_name_differs');
  expect((await ask(person, `${name} MWIZI`)).outcome).toBe('user_name_differs');
  expect((await ask(await newConsumer(system), name)).outcome).toBe('user_name_unproven');
  const { phoneNumber } = await newConsumer(system);
  expect((await ask(person, name, { phoneNumber })).outcome).toBe('user_number_taken');
});

test('refuses to replace lost contacts for one known fact, or the same fact twice', async () => {
  const { person, name } = await newNamed();
  expect((await ask(person, name, { facts: ['withdrawal'] })).outcome).toBe('validation_failed');
  expect((await ask(person, name, { facts: ['withdrawal', 'withdrawal'] })).outcome).toBe(
    'validation_failed',
  );
});

test('refuses replacing lost contacts by the requester’s own approval, or a request by a read-only administrator', async () => {
  const { person, name } = await newNamed();
  const asked = await ask(person, name, {}, administrator);
  const { action } = asked.answer;
  const approvalId = action.outcome === 'waiting' ? action.approvalId : '';
  const own = await system.call(approveRequest, { body: { approvalId, reason: 'Me' } }, administrator);
  expect(own.outcome).toBe('second_person_needed');
  const finance = await newAdministrator(system, 'finance');
  expect((await approve(system, finance, approvalId)).outcome).toBe('forbidden');
  expect((await ask(person, name, {}, finance)).outcome).toBe('forbidden');
});

test('one lost-contacts case that cannot be finished is retried and does not block the others', async () => {
  const [spoiled, good] = [await newNamed(), await newNamed()];
  for (const { person, name } of [spoiled, good]) await start(person, name);
  const mend = await failRows(system.owner, 'users', `NEW.id = '${spoiled.person.user.id}'`);
  await system.owner.query(
    `update lost_contact_cases set started_at = now() - interval '74 hours' where user_id = $1`,
    [spoiled.person.user.id],
  );
  await expect(after72Hours(good.person)).rejects.toThrow('1 failed');
  const states = async () => [
    (await read(spoiled.person)).lostContacts?.state,
    (await read(good.person)).lostContacts?.state,
  ];
  expect(await states()).toEqual(['frozen', 'replaced']);
  await mend();
  await finishLostContacts(system.deps);
  expect(await states()).toEqual(['replaced', 'replaced']);
});

test('a case does not take a phone number that another account has proven since its start', async () => {
  const { person, name } = await newNamed();
  const phone = await start(person, name);
  const other = await newConsumer(system);
  await system.owner.query('update users set phone_msisdn = $2 where id = $1', [other.user.id, phone]);
  await after72Hours(person);
  const { phoneNumber, lostContacts, walletFreeze } = await read(person);
  expect([phoneNumber, lostContacts?.state]).toEqual([maskMsisdn(person.phoneNumber), 'number-taken']);
  expect(walletFreeze).toMatchObject({ by: 'not-me' });
});
