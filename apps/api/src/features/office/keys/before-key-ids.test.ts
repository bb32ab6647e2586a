import { hash, randomBytes } from 'node:crypto';
import { enableTwoFactor, login, startTwoFactor, subscribePush } from '@zawadi/contract';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newConsumer } from '../../../testing/consumers.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { startPushService } from '../../../testing/push-service.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { unmark } from '../../../testing/seal-without-key-id.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { decrypt, hashWith } from '../../../platform/crypto/keys.ts';
import { derivedPair } from '../../services/messages/vapid-keys.ts';
import { sendPayBillAddresses } from '../../money/callbacks/index.ts';
import { SEALED, type SealedColumn } from './sealed-columns-store.ts';
import {
  firstProcess,
  ageSealingReports,
  ringOf,
  rotate,
  usesOf,
  type Process,
} from './testing/processes.ts';

const [OLD, NEW] = [randomBytes(48).toString('base64'), randomBytes(48).toString('base64')];

let system: TestSystem;
let one: Process;
beforeAll(async () => {
  system = await createTestSystem({ APP_SECRET: OLD });
  one = firstProcess(system);
});
afterAll(async () => {
  await one.stop();
  await system.close();
});

/** Converts sealed values to the older form without key ids. */
function unmarkAll(table: string, key: string, column: string): Promise<void> {
  return unmark(system.owner, ringOf([OLD]), { table, key, column });
}

test('an installation without key ids keeps its codes, second factors, devices and pay-bill URL after an upgrade', async () => {
  const service = await startPushService();
  const { call, owner } = system;
  const token = hashWith(ringOf([OLD])[0], 'c2b-confirmation').toString('hex');
  await owner.query(
    `insert into callback_tokens (token_hash, purpose, home_id, target_id) values ($1, 'c2b', $2, $2)`,
    [hash('sha256', token, 'buffer'), '00000000-0000-0000-0000-000000000000'],
  );
  const person = await newConsumer(system);
  const { bearer } = person;
  const { secret } = (await call(startTwoFactor, { body: { password: DEMO_PASSWORD } }, { bearer })).answer;
  const { recoveryCodes } = (
    await call(enableTwoFactor, { body: { otp: generateSync({ secret }) } }, { bearer })
  ).answer;
  const { subscription } = service.newBrowser();
  await call(subscribePush, { body: subscription }, person);
  const till = await newTill(system);
  const gift = await makeGift(system, { amount: 1_000, buyerId: person.user.id });
  await owner.query(`update feature_switches set is_on = true where name = 'aliases'`);
  await unmarkAll('vouchers', 'id', 'code_sealed');
  await unmarkAll('vouchers', 'id', 'alias_sealed');
  await unmarkAll('vouchers', 'id', 'claim_token_sealed');
  await unmarkAll('second_factors', 'subject_id', 'secret_sealed');
  await unmarkAll('push_subscriptions', 'session_id', 'subscription_sealed');
  await owner.query('update recovery_codes set code_hash = substring(code_hash from 5)');
  await owner.query('delete from app_secrets');

  await one.restart(OLD);
  await sendPayBillAddresses(system.deps);
  const { rows: addresses } = await owner.query(
    'select ending, key_id as "keyId" from pay_bill_addresses where confirmation_hash = $1',
    [hash('sha256', token, 'buffer')],
  );
  expect(addresses).toEqual([{ ending: token.slice(-4), keyId: ringOf([OLD])[0].id }]);

  await one.restart(NEW, OLD);
  const signIn = (otp = '') => call(login, { body: { email: person.email, password: DEMO_PASSWORD, otp } });
  expect((await signIn(recoveryCodes[0])).outcome).toBe('ok');
  expect((await redeem(system, till, gift.code, { amount: 1, key: 'before' })).outcome).toBe('ok');
  const { id } = ringOf([OLD])[0];
  await expect(one.restart(NEW)).rejects.toThrow(`The key ${id} is missing, and still needed for `);

  await ageSealingReports(system);
  // Without a stored key pair, as in an installation that has never sent a push.
  await owner.query('delete from app_secrets');
  expect((await rotate(system, [NEW, OLD])).unreadable).toEqual([]);
  expect(await usesOf(system, null)).toEqual({});
  expect(await usesOf(system, OLD)).toEqual({ 'people with recovery codes': 1 });
  expect((await signIn(recoveryCodes[1])).outcome).toBe('ok');
  const again = await redeem(system, till, gift.code, { amount: 1, key: 'before' });
  expect(again.answer.balance).toBe(949);
  const { rows: pairs } = await owner.query<{ sealed: Buffer }>('select sealed from app_secrets');
  expect(pairs.map(({ sealed }) => JSON.parse(decrypt(ringOf([NEW]), sealed)))).toEqual([
    derivedPair(ringOf([OLD])[0]),
  ]);

  await owner.query('delete from recovery_codes');
  await one.restart(NEW);
  expect((await redeem(system, till, gift.code, { amount: 1, key: 'after' })).answer.balance).toBe(948);
  expect((await redeem(system, till, gift.alias, { amount: 1 })).answer.balance).toBe(947);
  const { rows: hashes } = await owner.query<{ endpoint: Buffer }>(
    'select endpoint_hash as endpoint from push_subscriptions',
  );
  expect(hashes).toEqual([{ endpoint: hashWith(ringOf([NEW])[0], `push ${subscription.endpoint}`) }]);
  await service.close();
});

/** Columns of type bytea without a secret; some have a hash that reveals no name. */
const NOT_SEALED = [
  'limited_attempts.account',
  'limited_attempts.key',
  'call_counts.key',
  'documents.content',
  'documents.sha256',
  'export_places.tenant',
  'gift_photos.webp',
  'idempotency_keys.fingerprint',
  'idempotency_keys.scope',
  'merchant_logos.webp',
  'passkeys.credential_id',
  'passkeys.public_key',
  'settlement_bank_files.content',
  'unverified_contact_messages.name',
  'user_pictures.webp',
];

test('the list of sealed and unsealed columns has every column of type bytea', async () => {
  const { rows } = await system.owner.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'bytea'
       and c.column_name !~ '(hash|digest)$'`,
  );
  const sealed = Object.values<SealedColumn>(SEALED).filter(({ isText }) => !isText);
  const known = [...sealed.map(({ table, column }) => `${table}.${column}`), ...NOT_SEALED];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
