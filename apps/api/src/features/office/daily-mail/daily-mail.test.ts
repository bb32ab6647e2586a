import { changeDailyMail, listAudit, readDailyMail } from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvableActions } from '../../../approvable-actions.ts';
import { makeGift } from '../../../testing/gifts.ts';
import { refund } from '../../../testing/refund-calls.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { sendDailyMails } from './index.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
});
afterAll(() => system.close());

async function accountOf({ name }: Administrator): Promise<{ id: string; email: string }> {
  const { rows } = await system.owner.query<{ id: string; email: string }>(
    'select id, email from administrators where name = $1',
    [name],
  );
  return rows[0] ?? { id: '', email: '' };
}

/** Shifts the product's clock to an hour of tomorrow in Nairobi, so that the test passes at any hour. */
async function moveTo(hour: number, days = 1): Promise<void> {
  await system.owner.query(
    `select set_clock_offset((date_trunc('day', now() at time zone 'Africa/Nairobi') + make_interval(days => $2, hours => $1))
       at time zone 'Africa/Nairobi' - now())`,
    [hour, days],
  );
}

async function send(): Promise<void> {
  const { rows } = await system.owner.query<{ now: Date }>('select moment() as now');
  const now = rows[0]?.now ?? new Date();
  const deps = { ...system.deps, clock: { ...system.deps.clock, now: () => now } };
  await sendDailyMails({ ...deps, actions: approvableActions(deps) });
}

const change = (body: { isOn: boolean; hour: number; language: 'en' | 'sw' }, by: Administrator) =>
  system.call(changeDailyMail, { body }, by);

async function mailsTo({ id }: { id: string }): Promise<number> {
  const { rowCount } = await system.owner.query(
    `select from outbox where topic = 'email' and starts_with(dedupe_key, 'daily-figures:' || $1)`,
    [id],
  );
  return rowCount ?? 0;
}

// Each test begins on a later day than the one before it. Sessions end when the clock moves, so it signs in then.
test('sends yesterday’s figures and what waits once a day, however many processes run', async () => {
  await makeGift(system, { amount: 1_000 });
  await refund(system, await newAdministrator(system, 'finance'), await makeGift(system, { amount: 20_000 }));
  await moveTo(4);
  const reader = await newAdministrator(system, 'administrator');
  const account = await accountOf(reader);
  const { answer } = await system.call(readDailyMail, {}, reader);
  expect(answer).toEqual({ isOn: false, hour: 7, language: 'en' });
  expect((await change({ isOn: true, hour: 5, language: 'en' }, reader)).answer.isOn).toBe(true);
  await send();
  expect(await mailsTo(account)).toBe(0);
  await moveTo(6);
  await Promise.all([send(), send()]);
  await send();
  expect(await mailsTo(account)).toBe(1);
  const [mail] = await system.sandbox.mail(
    account.email,
    /(Sold: KES 21,000)\n {2}(\S+)[^]*Approvals: 1, (KES 20,000)/u,
  );
  expect(mail).toBeDefined();
  await moveTo(4, 2);
  await send();
  expect(await mailsTo(account)).toBe(1);
  await moveTo(6, 2);
  await send();
  expect(await mailsTo(account)).toBe(2);
});

test('sends nothing to administrators who have switched it off or have left', async () => {
  await moveTo(4, 3);
  const [quitter, leaver] = [
    await newAdministrator(system, 'support'),
    await newAdministrator(system, 'administrator'),
  ];
  for (const one of [quitter, leaver]) await change({ isOn: true, hour: 5, language: 'sw' }, one);
  expect((await change({ isOn: false, hour: 5, language: 'sw' }, quitter)).answer.isOn).toBe(false);
  const { answer } = await system.call(listAudit, { query: { search: 'daily-mail.changed' } }, leaver);
  expect(answer.entries.length).toBeGreaterThanOrEqual(3);
  await system.owner.query(`update administrators set status = 'DISABLED' where name = $1`, [leaver.name]);
  await moveTo(6, 3);
  await send();
  expect([await mailsTo(await accountOf(quitter)), await mailsTo(await accountOf(leaver))]).toEqual([0, 0]);
});

test('sends the first mail tomorrow if the hour has passed', async () => {
  await moveTo(8, 4);
  const late = await newAdministrator(system, 'finance');
  expect((await change({ isOn: true, hour: 7, language: 'sw' }, late)).answer.isOn).toBe(true);
  const account = await accountOf(late);
  await send();
  expect(await mailsTo(account)).toBe(0);
  await moveTo(8, 5);
  await send();
  expect(await mailsTo(account)).toBe(1);
  await system.sandbox.mail(account.email, /Zilizouzwa: KES/u);
});
