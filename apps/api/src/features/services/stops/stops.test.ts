import {
  listAlerts,
  listAudit,
  listStops,
  publicSettings,
  startAgain,
  startStop,
  suggestedSentences,
} from '@zawadi/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expireHolds } from '../../money/holds/index.ts';
import { expireVouchers } from '../../money/vouchers/index.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { makeGift, type Gift } from '../../../testing/gifts.ts';
import { hold } from '../../../testing/holds.ts';
import { approve } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { newShop, redeemAtTillPage } from '../../../testing/shops.ts';
import { endStop, stop } from '../../../testing/stop-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill, redeem } from '../../../testing/tills.ts';
import { reverseAtTill } from '@zawadi/contract';
import { giveBackTime, readStops, startAgainOnServer } from './index.ts';

let system: TestSystem;
let pair: [Administrator, Administrator];
beforeAll(async () => {
  system = await createTestSystem();
  pair = [await newAdministrator(system), await newAdministrator(system, 'administrator')];
});
afterEach(async () => {
  await endAll();
  await system.owner.query('delete from vouchers_kept; delete from stops');
});
afterAll(() => system.close());

const reason = 'Codes leaked';
const endAll = () => system.owner.query('select end_stop(id, null) from stops where ended_at is null');
const gift = () => makeGift(system, { amount: 100 });

test('one administrator stops with an alert and an audit entry; two start again, and both end', async () => {
  const stopId = await stop(system, pair[0], 'redeeming');
  const { alerts } = (await system.call(listAlerts, {}, pair[1])).answer;
  expect(alerts).toMatchObject([
    { kind: 'stopped', title: 'Redeeming is stopped: A fault', path: '/admin/settings/stops' },
  ]);
  expect((await system.call(publicSettings, {})).answer.stops).toMatchObject([
    { name: 'redeeming', sentence: suggestedSentences.redeeming },
  ]);
  const body = { name: 'redeeming', sentence: suggestedSentences.redeeming, reason } as const;
  expect((await system.call(startStop, { body }, pair[1])).outcome).toBe('already_stopped');

  const params = { stopId };
  const asked = await system.call(startAgain, { params, body: { reason } }, pair[0]);
  if (asked.answer.action.outcome !== 'waiting') throw new Error('it did not wait');
  const { approvalId } = asked.answer.action;
  expect((await approve(system, pair[0], approvalId)).outcome).toBe('second_person_needed');
  expect((await system.call(startAgain, { params, body: { reason } }, pair[1])).outcome).toBe(
    'approval_open',
  );
  const [waiting] = (await system.call(listStops, {}, pair[1])).answer.stops;
  expect(waiting).toMatchObject({ stopId, waitingApprovalId: approvalId, startedBy: pair[0].name });
  const till = await newTill(system);
  expect((await redeem(system, till, (await gift()).code)).outcome).toBe('redeeming_stopped');

  expect((await approve(system, pair[1], approvalId)).outcome).toBe('ok');
  expect((await redeem(system, till, (await gift()).code)).outcome).toBe('ok');
  expect((await system.call(listAlerts, {}, pair[1])).answer.alerts).toEqual([]);
  const [ended] = (await system.call(listStops, {}, pair[1])).answer.stops;
  expect(ended).toMatchObject({ stopId, endedAt: expect.any(String) });
  expect((await system.call(startAgain, { params, body: { reason } }, pair[0])).outcome).toBe('stop_ended');
  const { entries } = (await system.call(listAudit, { query: { subjectId: stopId } }, pair[1])).answer;
  expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
    ['approval.approved', pair[1].name],
    ['stop.ended', pair[1].name],
    ['approval.requested', pair[0].name],
    ['stop.started', pair[0].name],
  ]);
});

test('another process refuses within a second, and begins again within a second', async () => {
  const other = await system.addApi();
  const till = await newTill(system);
  const [first, second] = [await gift(), await gift()];
  const countStops = async () => (await readStops(other.deps.db)).length;
  expect(await countStops()).toBe(0);
  const stopId = await stop(system, pair[0], 'redeeming');
  await expect.poll(countStops, { timeout: 3_000, interval: 50 }).toBe(1);
  expect((await redeem(other, till, first.code)).outcome).toBe('redeeming_stopped');
  await endStop(system, pair, stopId);
  await expect.poll(countStops, { timeout: 3_000, interval: 50 }).toBe(0);
  expect((await redeem(other, till, second.code)).outcome).toBe('ok');
});

test('the command on the server ends a stop, and only as the owner of the tables', async () => {
  const stopId = await stop(system, pair[0], 'buying');
  await expect(startAgainOnServer(system.deps.db, 'buying')).rejects.toThrow(/permission denied/u);
  const url = String(system.owner.options.connectionString);
  const db = openDatabase(url, { connections: 1, name: 'operator' });
  try {
    expect(await startAgainOnServer(db, 'claiming')).toBe(false);
    expect(await startAgainOnServer(db, 'buying')).toBe(true);
  } finally {
    await db.destroy();
  }
  const { stops } = (await system.call(listStops, {}, pair[0])).answer;
  expect(stops.find((one) => one.stopId === stopId)?.endedAt).toEqual(expect.any(String));
  const { entries } = (await system.call(listAudit, { query: { subjectId: stopId } }, pair[1])).answer;
  expect(entries[0]).toMatchObject({ action: 'stop.ended', actorName: 'Command' });
  expect((await system.call(listAlerts, {}, pair[1])).answer.alerts).toEqual([]);
});

test('support and read-only administrators read the stops and stop nothing', async () => {
  for (const role of ['support', 'read-only'] as const) {
    const reader = await newAdministrator(system, role);
    const body = { name: 'buying', sentence: suggestedSentences.buying, reason } as const;
    expect((await system.call(startStop, { body }, reader)).outcome).toBe('forbidden');
    expect((await system.call(listStops, {}, reader)).outcome).toBe('ok');
  }
});

/** Moves the start of the stop in force, as if it had lasted for days. */
const lastingFor = (days: number) =>
  system.owner.query(
    `update stops set started_at = started_at - make_interval(days => $1) where ended_at is null`,
    [days],
  );

async function setLastDay({ voucherId }: Gift, days: number): Promise<void> {
  await system.owner.query(
    `update vouchers set deliver_at = deliver_at - interval '1 year',
       expires_at = date_trunc('day', moment(), 'Africa/Nairobi') + make_interval(days => $2 + 1) - interval '1 millisecond'
     where id = $1`,
    [voucherId, days],
  );
}

/** Days from today to the voucher's last day, in Nairobi. */
async function daysLeft({ voucherId }: Gift): Promise<number> {
  const { rows } = await system.owner.query<{ days: number }>(
    `select (expires_at at time zone 'Africa/Nairobi')::date - (moment() at time zone 'Africa/Nairobi')::date as days
     from vouchers where id = $1`,
    [voucherId],
  );
  return rows[0]?.days ?? Number.NaN;
}

test.each(['redeeming', 'claiming'] as const)(
  'a stop of %s takes no validity: each voucher gets its days back, at least to the day after',
  async (name) => {
    const [today, yesterday, soon, later, used] = [
      await gift(),
      await gift(),
      await gift(),
      await gift(),
      await gift(),
    ];
    await redeem(system, await newTill(system), used.code);
    await stop(system, pair[0], name);
    await lastingFor(3);
    for (const [one, days] of [
      [today, 0],
      [yesterday, -1],
      [soon, 1],
      [later, 90],
      [used, 90],
    ] as const)
      await setLastDay(one, days);
    // A voucher past its last day does not expire during the stop.
    await expireVouchers(system.deps);
    await giveBackTime(system.deps);
    expect([await daysLeft(today), await daysLeft(yesterday), await daysLeft(later)]).toEqual([1, 1, 90]);
    await endAll();
    await giveBackTime(system.deps);
    await giveBackTime(system.deps);
    const left = [today, yesterday, soon, later].map(async (one) => daysLeft(one));
    expect(await Promise.all(left)).toEqual([3, 2, 4, 93]);
    await expireVouchers(system.deps);
    const { rows } = await system.owner.query(
      `select count(*)::int from voucher_activities where voucher_id = any($1) and kind = 'EXPIRED'`,
      [[today, yesterday, soon, later].map(({ voucherId }) => voucherId)],
    );
    expect(rows).toEqual([{ count: 0 }]);
  },
);

test('stops of buying, withdrawing and settling add no validity', async () => {
  const voucher = await gift();
  await setLastDay(voucher, 0);
  for (const name of ['buying', 'withdrawing', 'settling'] as const) await stop(system, pair[0], name);
  await lastingFor(2);
  await giveBackTime(system.deps);
  await endAll();
  await giveBackTime(system.deps);
  expect(await daysLeft(voucher)).toBe(0);
});

test('two stops at the same time give the days back once', async () => {
  const voucher = await gift();
  await setLastDay(voucher, 90);
  for (const name of ['claiming', 'redeeming'] as const) await stop(system, pair[0], name);
  await lastingFor(2);
  await endOne('claiming');
  await endOne('redeeming');
  await giveBackTime(system.deps);
  expect(await daysLeft(voucher)).toBe(92);
});

async function endOne(name: string): Promise<void> {
  await system.owner.query('select end_stop(id, null) from stops where ended_at is null and name = $1', [
    name,
  ]);
}

test('a hold that would end during a stop of redeeming lasts an hour longer', async () => {
  const [till, { code }] = [await newTill(system), await gift()];
  const { answer } = await hold(system, till, code, { amount: 50, expires_in_minutes: 5 });
  await stop(system, pair[0], 'redeeming');
  await giveBackTime(system.deps);
  await expireHolds(system.deps);
  const { rows } = await system.owner.query(
    `select status, expires_at > moment() + interval '59 minutes' as "isKept" from holds where id = $1`,
    [answer.id],
  );
  expect(rows).toEqual([{ status: 'OPEN', isKept: true }]);
});

test('a redemption of the day of a stop can be reversed until the end of the day after the stop', async () => {
  const shop = await newShop(system);
  const take = async () =>
    (await redeemAtTillPage(system, shop.owner, (await gift()).code)).answer.redemptionId;
  const moved = async (days: number) => {
    const id = await take();
    await system.owner.query(
      'update redemptions set redeemed_at = redeemed_at - make_interval(days => $2) where id = $1',
      [id, days],
    );
    return id;
  };
  const reverse = async (redemptionId: string) =>
    (await system.call(reverseAtTill, { body: { redemptionId } }, shop.owner)).outcome;
  const [before, during, after] = [await moved(3), await moved(2), await moved(1)];
  expect(await reverse(during)).toBe('reversal_too_late');
  await stop(system, pair[0], 'redeeming');
  await lastingFor(2);
  expect(await reverse(after)).toBe('ok');
  await endAll();
  await system.owner.query(
    `update stops set ended_at = ended_at - interval '1 day' where name = 'redeeming'`,
  );
  expect(await reverse(during)).toBe('ok');
  expect(await reverse(before)).toBe('reversal_too_late');
  await system.owner.query(`update stops set ended_at = started_at where name = 'redeeming'`);
  expect(await reverse(await moved(3))).toBe('reversal_too_late');
});
