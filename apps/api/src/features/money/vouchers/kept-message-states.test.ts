import { resendGift } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { removeOldRows } from '../../../platform/outbox/rows.ts';
import type { Gift } from '../../../testing/gifts.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { until } from '../../../testing/until.ts';
import { deleteOldReports } from '../../services/delivery-reports/index.ts';
import { giftOf, sendGift, untilState } from '../../services/delivery-reports/testing/gift-states.ts';
import { lockGiftMessages } from './change-gift-store.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterEach(() => system.provider.reset());
afterAll(() => system.close());

/** Waits until the gift keeps these states. They follow the outbox a moment later. */
function untilKept({ voucherId }: Gift, states: Record<'sms' | 'email', string>): Promise<void> {
  return until(async () => {
    const { rows } = await system.owner.query(
      `select message_states #>> '{sms,state}' as sms, message_states #>> '{email,state}' as email
       from vouchers where id = $1`,
      [voucherId],
    );
    expect(rows).toEqual([states]);
  });
}

/**
 * Makes everything that was sent a hundred days old, and runs the nightly deletion. Holds the lock of the gift's
 * messages, so that a late update reads the rows as they were or none, never rows that became old.
 */
function passHundredDays({ voucherId }: Gift): Promise<void> {
  const past = `- interval '100 days'`;
  return inTransaction(system.deps.db, async (tx) => {
    await lockGiftMessages(tx, voucherId);
    await system.owner.query(`
      update outbox set finished_at = finished_at ${past}, created_at = created_at ${past} where state <> 'pending'`);
    await system.owner.query(`update delivery_reports set reported_at = reported_at ${past}`);
    await system.owner.query(
      `update vouchers set sms_sent_at = sms_sent_at ${past}, announced_at = announced_at ${past} where id = $1`,
      [voucherId],
    );
    await removeOldRows(system.deps.db);
    await deleteOldReports(system.deps.db);
    for (const table of [`outbox where dedupe_key like 'voucher-gift:%'`, 'delivery_reports']) {
      expect((await system.owner.query(`select from ${table}`)).rowCount).toBe(0);
    }
  });
}

test('a delivered SMS and a bounced mail stay so after the outbox has forgotten them', async () => {
  const recipient = newPerson('Kip', 'Rotich');
  await system.sandbox.behave({ mail: { bounce: [recipient.email] } });
  const { buyer, gift } = await sendGift(system, recipient);
  await untilState(system, buyer, ['sms', 'delivered']);
  const known = await untilState(system, buyer, ['email', 'not_delivered']);
  await untilKept(gift, { sms: 'delivered', email: 'not_delivered' });

  await passHundredDays(gift);
  expect((await giftOf(system, buyer))?.messages).toEqual(known?.messages);
  expect(known?.messages.email?.failure).toBe('no_such_address');
});

test('a repeated SMS replaces the kept state, and opens no second time for corrections', async () => {
  const { buyer, gift } = await sendGift(system);
  await untilState(system, buyer, ['email', 'sent']);
  await untilKept(gift, { sms: 'delivered', email: 'sent' });
  await passHundredDays(gift);
  expect(await giftOf(system, buyer)).toMatchObject({ canBeCorrected: false });

  await system.sandbox.behave({ smsReports: { outcome: 'silent' } });
  const { voucherId } = gift;
  expect((await system.call(resendGift, { body: { voucherId } }, buyer)).outcome).toBe('ok');
  await untilState(system, buyer, ['sms', 'sent']);
  await untilKept(gift, { sms: 'sent', email: 'sent' });
  expect(await giftOf(system, buyer)).toMatchObject({ canBeCorrected: false });
});

test('keeps no number, address or text with the state of a message', async () => {
  const { buyer, gift } = await sendGift(system);
  await untilState(system, buyer, ['email', 'sent']);
  await untilKept(gift, { sms: 'delivered', email: 'sent' });
  const { rows } = await system.owner.query<{ states: object }>(
    'select message_states as states from vouchers where id = $1',
    [gift.voucherId],
  );
  const kept = { failure: null, at: expect.any(String) };
  expect(rows).toEqual([
    { states: { sms: { state: 'delivered', ...kept }, email: { state: 'sent', ...kept } } },
  ]);
});
