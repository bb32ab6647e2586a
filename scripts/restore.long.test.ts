import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  listDevices,
  login,
  merchantDetails,
  merchantLogin,
  passkeySignInOptions,
  publicSettings,
  userDetails,
  viewVoucher,
} from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runUnlessClosed } from '../apps/api/src/app-worker.ts';
import { makeBatches } from '../apps/api/src/features/merchants/settlements/make-batches.ts';
import { payDueBatches } from '../apps/api/src/features/merchants/settlements/index.ts';
import { deliverGifts } from '../apps/api/src/features/money/vouchers/index.ts';
import { assertLedgerInvariants } from '../apps/api/src/ledger/invariants.ts';
import { armCrashPoints } from '../apps/api/src/platform/crash-points.ts';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { enqueue } from '../apps/api/src/platform/outbox/enqueue.ts';
import { makeGift } from '../apps/api/src/testing/gifts.ts';
import { pollOrdersNow } from '../apps/api/src/testing/poll-orders.ts';
import {
  createSettlingSystem,
  earn,
  newAdministrator,
  newPayee,
  type Payee,
  settleNow,
  settleOne,
  untilPaid,
} from '../apps/api/src/testing/settlement-calls.ts';
import type { TestSystem } from '../apps/api/src/testing/test-system.ts';
import { until } from '../apps/api/src/testing/until.ts';
import {
  newSaver,
  phoneBalance,
  registerAndStartWithdrawal,
  registerWithdrawal,
  startOf,
  untilWithdrawal,
} from '../apps/api/src/testing/withdrawal-calls.ts';
import {
  contentOf,
  emptyDatabase,
  query,
  RIGHTS,
  run,
  startOn,
  type Leaving,
  type Urls,
} from './backup/restored-system.ts';

// Each command is a process that loads the whole product, and a restore runs every migration.
vi.setConfig({ testTimeout: 360_000 });

let system: TestSystem;
let folder: string;
const leaving: Leaving = [];
beforeAll(async () => {
  system = await createSettlingSystem();
  folder = mkdtempSync(join(tmpdir(), 'zawadi-backup-'));
});
afterEach(async () => {
  armCrashPoints(undefined);
  for (const leave of leaving.splice(0).toReversed()) await leave();
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

const source = (): Urls => {
  const { url: appUrl = '', ownerUrl = '' } = system.deps.config.database;
  return { appUrl, ownerUrl };
};
const pathIn = (words: string): string => /^ {2}(\/\S+)$/mu.exec(words)?.[1] ?? '';

const batchesOf = async (owner: pg.Pool, { merchantId }: Payee) =>
  (
    await owner.query<{ status: string; needsApproval: boolean }>(
      `select status, needs_approval as "needsApproval" from settlements where merchant_id = $1`,
      [merchantId],
    )
  ).rows;

/** Does the work, but leaves its orders to M-PESA as a crash would: committed but not sent. */
async function leaveIntents(work: () => Promise<unknown>): Promise<void> {
  armCrashPoints((step) => {
    if (step === 'order-opened') throw new Error('the process died');
  });
  await work().catch(() => undefined);
  armCrashPoints(undefined);
}

test('F33 a restore brings back books, rights and people, and repeats nothing that the lost system did after the backup', async () => {
  const administrator = await newAdministrator(system, 'administrator');
  const saver = await newSaver(system);
  const paid = await registerAndStartWithdrawal(system, saver, 500);
  await untilWithdrawal(system, saver, paid, 'COMPLETED');
  const { phoneNumber: msisdn } = newPerson('Duka', 'Moja');
  const shop = await newPayee(system, { kind: 'mpesa', msisdn });
  await earn(system, shop, 1_000);
  await untilPaid(system, shop, await settleOne(system, administrator, shop));
  const recipient = newPerson('Musa', 'Otieno');
  const inAnHour = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3_600_000).toISOString();
  await makeGift(system, { amount: 700, recipient, deliverAt: inAnHour });
  const gift = await makeGift(system, { amount: 800 });
  // A withdrawal and a pay-out to a till, both committed but not yet sent.
  const business = await newPayee(system, { kind: 'till', tillNumber: '123456' });
  await earn(system, business, 2_000);
  const registered = await registerWithdrawal(system, saver, 1_000);
  // A settlement batch that is paid automatically, and a merchant whose batch is not yet created.
  const batched = await newPayee(system, { kind: 'mpesa', msisdn: newPerson('Duka', 'Mbili').phoneNumber });
  await earn(system, batched, 1_100);
  await makeBatches(system.deps, { merchantId: batched.merchantId, cutOffAt: new Date(Date.now() + 1_000) });
  const unbatched = await newPayee(system, { kind: 'mpesa', msisdn: newPerson('Duka', 'Tatu').phoneNumber });
  await earn(system, unbatched, 1_200);
  await leaveIntents(() => startOf(system, saver, registered));
  await leaveIntents(() => settleNow(system, administrator, business));
  const later = new Date(Date.now() + 3_600_000);
  await inTransaction(system.deps.db, (tx) =>
    enqueue(tx, system.deps.keys, [{ topic: 'sms', payload: {}, availableAt: later }]),
  );
  await system.owner.query(
    `insert into webhook_deliveries (merchant_id, id, event_id, address_id, type, data) values ($1, $1, $1, $1, 'voucher.redeemed', '{}')`,
    [shop.merchantId],
  );
  await system.idle();
  await until(async () =>
    expect((await system.owner.query(`select from outbox where state = 'pending'`)).rowCount).toBe(1),
  );

  const backup = await run(source(), 'backup.ts', '--to', folder);
  expect(backup).toMatchObject({ code: 0, words: expect.stringContaining('NO SECRET') });
  const content = await contentOf(source().ownerUrl);
  const path = pathIn(backup.words);

  // After the backup, the lost system delivers the gift and completes the withdrawal.
  await system.owner.query(`update vouchers set deliver_at = moment() where announced_at is null`);
  expect(await deliverGifts(system.deps)).toBe(1);
  await pollOrdersNow(system);
  await untilWithdrawal(system, saver, registered, 'COMPLETED');
  await payDueBatches(system.deps, { merchantId: batched.merchantId });
  await untilPaid(system, unbatched, await settleOne(system, administrator, unbatched));
  await until(async () =>
    expect(await batchesOf(system.owner, batched)).toMatchObject([{ status: 'COMPLETED' }]),
  );
  const phone = await phoneBalance(system, saver);
  const { working, utility } = await system.sandbox.books();

  const restored = await emptyDatabase(leaving);
  const restoring = await run(
    restored,
    'restore.ts',
    '--from',
    path,
    '--until',
    new Date(Date.now() + 7_200_000).toISOString(),
  );
  expect(restoring.words).toContain('Everything matches the backup.');
  expect(restoring).toMatchObject({
    code: 0,
    words: expect.stringContaining('2 orders to M-PESA count as sent'),
  });
  expect(await query(restored.ownerUrl, RIGHTS)).toEqual(await query(source().ownerUrl, RIGHTS));
  const same = await contentOf(restored.ownerUrl);
  // Closing the system changes only these tables.
  const differing = Object.keys(content).filter((table) => content[table] !== same[table]);
  expect(differing).toEqual([
    'alerts',
    'audit_head',
    'audit_log',
    'orders',
    'outbox',
    'provider_tokens',
    'restores',
    'sessions',
    'settlements',
    'vouchers',
    'webhook_deliveries',
  ]);

  const { deps, owner, call } = await startOn(restored, system, leaving);
  await assertLedgerInvariants(deps.db);
  expect(await query(restored.ownerUrl, `select topic, state from outbox where state <> 'done'`)).toEqual([
    { topic: 'sms', state: 'unknown' },
  ]);
  expect(await query(restored.ownerUrl, 'select distinct state from webhook_deliveries')).toEqual([
    { state: 'failed' },
  ]);
  expect(await run(restored, 'verify.ts')).toMatchObject({
    code: 0,
    words: expect.stringContaining('whole'),
  });
  const signIn = () => call(login, { body: { email: saver.email, password: DEMO_PASSWORD } });
  const detailsOf = (bearer: string) => call(userDetails, { body: {} }, { bearer });
  // All sessions are ended. Even with a session revived, a consumer or a merchant would be refused.
  await owner.query(`update sessions set ended_at = null, end_reason = null where audience <> 'admin'`);
  const atDoor = (audience: 'consumer' | 'admin') =>
    call(passkeySignInOptions, { params: { audience }, body: {} });
  const closed = [
    detailsOf(saver.bearer),
    signIn(),
    call(viewVoucher, { params: { claimToken: gift.claimToken } }),
    call(merchantLogin, { body: { merchantCode: shop.merchantCode, password: DEMO_PASSWORD } }),
    call(listDevices, {}, { bearer: saver.bearer }),
    call(merchantDetails, { body: { merchantCode: shop.merchantCode } }, { bearer: shop.bearer }),
    atDoor('consumer'),
  ];
  for (const { outcome } of await Promise.all(closed)) expect(outcome).toBe('closed_after_restore');
  const again = await newAdministrator({ call, deps }, 'administrator');
  const open = [call(listDevices, {}, { bearer: again.bearer }), call(publicSettings, {}), atDoor('admin')];
  for (const { outcome } of await Promise.all(open)) expect(outcome).toBe('ok');

  // While the system is closed, it sends nothing. Once opened, it queries M-PESA and repeats no executed order.
  await pollOrdersNow({ owner, deps });
  for (const name of ['deliver-gifts', 'pay-settlements', 'make-settlements'])
    await runUnlessClosed(deps, {
      name,
      when: { everySeconds: 1 },
      run: () => Promise.reject(new Error(name)),
    });
  const opening = await run(restored, 'restore.ts', '--open', '--force');
  expect(opening).toMatchObject({ code: 0, words: 'The system is open.\n' });
  await until(async () => expect((await detailsOf((await signIn()).answer.accessToken)).outcome).toBe('ok'));
  const [entry] = await query<{ entry: string }>(
    restored.ownerUrl,
    `select action || ' by ' || actor_name as entry from audit_log order by seq desc limit 1`,
  );
  expect(entry).toEqual({ entry: 'system.opened by Command' });
  for (let polls = 0; polls < 4; polls += 1) {
    await pollOrdersNow({ owner, deps });
    await deliverGifts(deps);
  }
  const statesOf = async () =>
    (
      await owner.query<{ kind: string; state: string }>(
        `select kind, state from orders where state <> 'SUCCEEDED' or owner_id = '${registered.requestId}' order by kind desc`,
      )
    ).rows;
  await until(async () =>
    expect(await statesOf()).toEqual([
      { kind: 'withdrawal', state: 'SUCCEEDED' },
      { kind: 'settlement', state: 'UNKNOWN' },
    ]),
  );
  expect(await phoneBalance(system, saver)).toBe(phone);
  await payDueBatches(deps);
  await settleNow({ call }, again, unbatched);
  for (const merchant of [batched, unbatched])
    expect(await batchesOf(owner, merchant)).toEqual([{ status: 'PENDING', needsApproval: true }]);
  expect(await system.sandbox.books()).toMatchObject({ working, utility });
  expect(await deliverGifts(deps)).toBe(0);
  await assertLedgerInvariants(deps.db);
});
