import {
  adminUserDetail,
  freezeUser,
  freezeWallet,
  freezeWalletByCallBack,
  login,
  openWalletLater,
  unfreezeUser,
  userDetails,
} from '@zawadi/contract';
import { DEMO_PASSWORD, type SignedIn } from '@zawadi/story/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';

let system: TestSystem;
let administrator: Administrator;
let helper: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  administrator = await newAdministrator(system, 'administrator');
  helper = await newAdministrator(system, 'support');
});
afterAll(() => system.close());

const body = { reason: 'Called back, phone stolen on the bus' };

function of(person: SignedIn) {
  return { params: { userId: person.user.id }, body };
}

function signIn({ email }: SignedIn) {
  return system.call(login, { body: { email, password: DEMO_PASSWORD } });
}

test('support can freeze a wallet after a call-back, and only its owner can open it', async () => {
  const person = await newConsumer(system);
  const frozen = await system.call(freezeWalletByCallBack, of(person), helper);
  expect(frozen.answer).toMatchObject({ status: 'ACTIVE', walletFreeze: { by: 'call-back', opensAt: null } });
  const { rows } = await system.owner.query(
    `select action, reason, after from audit_log where subject_id = $1 and action <> 'user.read' order by seq desc limit 1`,
    [person.user.id],
  );
  expect(rows).toEqual([
    {
      action: 'user.wallet-frozen',
      reason: body.reason,
      after: { by: 'call-back', called: expect.stringMatching(/\*/u) },
    },
  ]);
  await expect
    .poll(async () => (await system.call(userDetails, { body: {} }, person)).outcome, { timeout: 1_500 })
    .toBe('unauthenticated');

  expect((await system.call(freezeWalletByCallBack, of(person), helper)).outcome).toBe('user_wallet_frozen');
  expect((await system.call(unfreezeUser, of(person), administrator)).outcome).toBe('user_not_frozen');
  const back = { ...person, bearer: (await signIn(person)).answer.accessToken };
  expect((await system.call(openWalletLater, { body: {} }, back)).outcome).toBe('ok');
  // The owner calls again, because a stranger has requested to open the wallet.
  const again = await system.call(freezeWalletByCallBack, of(person), helper);
  expect(again.answer).toMatchObject({ walletFreeze: { by: 'call-back', opensAt: null } });
});

test('refuses a freeze by call-back without a verified phone number', async () => {
  const person = await newConsumer(system, { phone: false });
  const refused = await system.call(freezeWalletByCallBack, of(person), helper);
  expect(refused.outcome).toBe('user_phone_unproven');
});

test('the owner cannot undo an administrator’s freeze, and unfreezing the account keeps the owner’s wallet freeze', async () => {
  const person = await newConsumer(system);
  await system.call(freezeWallet, { body: {} }, person);
  await system.call(openWalletLater, { body: {} }, person);
  await system.call(freezeUser, of(person), administrator);
  await system.sandbox.sms(person.phoneNumber, /we have frozen your account/u);
  await system.owner.query('update users set wallet_opens_at = now() where id = $1', [person.user.id]);
  expect((await signIn(person)).outcome).toBe('account_frozen');
  await system.owner.query(`update users set wallet_opens_at = now() + interval '5 hours' where id = $1`, [
    person.user.id,
  ]);
  await system.call(unfreezeUser, of(person), administrator);
  const { answer } = await system.call(adminUserDetail, { params: { userId: person.user.id } }, helper);
  expect(answer).toMatchObject({ status: 'ACTIVE', walletFreeze: { by: 'session' } });
});
