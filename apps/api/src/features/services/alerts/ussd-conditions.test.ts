import { listAlerts } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { switchFeatures } from '../../../testing/feature-switches.ts';
import { holding } from '../../../testing/lock-waits.ts';
import { newAdministrator, type Administrator } from '../../../testing/settlement-calls.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { beginUssd, dialUssd } from '../../../testing/ussd-calls.ts';
import { watchForAlerts } from './index.ts';

let system: TestSystem;
let reader: Administrator;
beforeAll(async () => {
  system = await createTestSystem();
  await switchFeatures(system, true, 'ussd');
  reader = await newAdministrator(system, 'read-only');
});
beforeEach(() =>
  system.owner.query('delete from ussd_sessions; delete from ussd_failures; delete from alerts'),
);
afterAll(() => system.close());

async function alerts() {
  await watchForAlerts(system.deps);
  const { answer } = await system.call(listAlerts, {}, reader);
  return answer.alerts.filter(({ kind }) => kind.startsWith('ussd'));
}

/** Adds sessions that began ten minutes before this time of day, on each of the last six days. */
async function addUsual(perDay: number): Promise<void> {
  await system.owner.query(
    `insert into ussd_sessions (id, gateway, session_id, msisdn, service_code, network_code, created_at, answered_at)
     select gen_random_uuid(), 'test', ago || '-' || n, '254700000001', '*384#', '63902', at, at
     from generate_series(1, 6) ago, generate_series(1, $1::int) n,
       lateral (select now() - ago * interval '1 day' - interval '10 minutes') as moments (at)`,
    [perDay],
  );
}

const someone = () => newPerson('Amina', 'Otieno').phoneNumber;

test('an alert says that the gateway is silent at a usual time, and ends with the next request', async () => {
  await addUsual(9);
  expect(await alerts()).toEqual([]);
  await system.owner.query('delete from ussd_sessions');
  await addUsual(12);
  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({
    kind: 'ussd_silent',
    title: 'No USSD request came for 30 minutes; 12 sessions are usual in this time',
    advice: expect.stringMatching(/^The last came \d{4}-\d\d-\d\d \d\d:\d\d\. Dial the code /u),
    path: '/admin/reports/ussd',
  });
  await beginUssd(system, someone());
  expect(await alerts()).toEqual([]);
});

test('silence is no alert while the feature is off', async () => {
  await addUsual(12);
  await switchFeatures(system, false, 'ussd');
  expect(await alerts()).toEqual([]);
  await switchFeatures(system, true, 'ussd');
});

test('an alert says that requests fail, until fewer fail', async () => {
  const phones = Array.from({ length: 5 }, someone);
  const sessions = phones.map((phoneNumber) => dialUssd(system, { phoneNumber, mostTries: 1 }));
  for (const session of sessions) await session.send('');
  expect(await alerts()).toEqual([]);
  // The sessions' rows stay locked for longer than a request waits, so that each gets "please try again".
  const release = await holding(system.owner, 'select from ussd_sessions for update');
  const tooLate = await Promise.all(sessions.map((session) => session.send('1')));
  await release();
  for (const { text } of tooLate) expect(text).toMatch(/^END Please try again/u);
  expect(await alerts()).toMatchObject([
    {
      kind: 'ussd_failing',
      title: 'USSD fails: 5 of 10 requests in ten minutes got no screen (50%)',
      path: '/admin/settings/health',
    },
  ]);
  await beginUssd(system, someone());
  expect(await alerts()).toEqual([]);
  await system.owner.query(`update ussd_sessions set ended_as = 'Failed'`);
  expect(await alerts()).toMatchObject([{ kind: 'ussd_failing' }]);
});
