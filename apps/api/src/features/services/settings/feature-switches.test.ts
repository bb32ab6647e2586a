import {
  adminLogin,
  changeFeatureSwitch,
  featureSwitches,
  publicSettings,
  type AdministratorRole,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { tokensOf } from '../../../testing/people.ts';
import { createAdministrator } from '../../people/administrators/index.ts';
import { readFeaturesOn } from './feature-switches.ts';
import { routes } from './routes.ts';

let people: PeopleApp;
const PASSWORD = 'Correct-horse-1';
const ALL_OFF = {
  cardPayment: false,
  redeemByCode: false,
  basket: false,
  giftsFromWallet: false,
  giftPhotos: false,
};

beforeAll(async () => {
  people = await startPeopleApp((deps) =>
    routes({ ...deps, readStops: async () => [], readMpesaSilence: async () => false }),
  );
});

afterAll(() => people.close());

async function tokenOf(staffRole: AdministratorRole): Promise<string> {
  const { email } = newPerson();
  await createAdministrator(people.deps, { email, name: 'Achieng Odhiambo', password: PASSWORD, staffRole });
  return tokensOf(await people.call(adminLogin, { email, password: PASSWORD })).accessToken;
}

function change(token: string, body: { name: string; isOn: unknown; reason?: string | undefined }) {
  return people.call(changeFeatureSwitch, { reason: 'Shops are trained', ...body }, { token });
}

async function publicFeatures(): Promise<unknown> {
  return (await people.call(publicSettings)).json.body?.['features'];
}

test('S8 the features are off until an administrator switches them on, and screens show the change at once', async () => {
  const token = await tokenOf('administrator');
  expect(await publicFeatures()).toEqual(ALL_OFF);
  const on = await change(token, { name: 'redeemByCode', isOn: true, reason: 'Shops are trained' });
  expect(on.json.body).toMatchObject({
    name: 'redeemByCode',
    isOn: true,
    changed: { by: 'Achieng Odhiambo', reason: 'Shops are trained' },
  });
  expect(await publicFeatures()).toEqual({ ...ALL_OFF, redeemByCode: true });
  await change(token, { name: 'redeemByCode', isOn: false });
  expect(await publicFeatures()).toEqual(ALL_OFF);
});

test('another process applies a changed feature switch within a second', async () => {
  // The cache belongs to the database handle, so a second handle acts like another process.
  const other = people.deps.db.withoutPlugins();
  const token = await tokenOf('administrator');
  expect(await readFeaturesOn(other)).toEqual(new Set());
  await change(token, { name: 'redeemByCode', isOn: true });
  await expect.poll(() => readFeaturesOn(other), { timeout: 1_500 }).toEqual(new Set(['redeemByCode']));
  await change(token, { name: 'redeemByCode', isOn: false });
});

test('card payment cannot be switched on without a card provider', async () => {
  const token = await tokenOf('administrator');
  const refused = await change(token, { name: 'cardPayment', isOn: true });
  expect(refused).toMatchObject({ status: 409, json: { code: 'card_provider_missing' } });
  expect(await publicFeatures()).toMatchObject({ cardPayment: false });
  expect((await change(token, { name: 'cardPayment', isOn: false })).status).toBe(200);
  const list = await people.call(featureSwitches, undefined, { token });
  expect(list.json.body?.['switches']).toContainEqual({ name: 'cardPayment', isOn: false, canBeOn: false });
});

test('only the role `administrator` may change a feature switch, and all administrators see it', async () => {
  for (const role of ['finance', 'support', 'read-only'] as const) {
    const token = await tokenOf(role);
    expect((await change(token, { name: 'redeemByCode', isOn: true })).status).toBe(403);
    expect((await people.call(featureSwitches, undefined, { token })).status).toBe(200);
  }
  expect((await people.call(changeFeatureSwitch, { name: 'redeemByCode', isOn: true })).status).toBe(401);
  const token = await tokenOf('administrator');
  for (const body of [
    { name: 'everything', isOn: true },
    { name: 'redeemByCode', isOn: 'yes' },
    { name: 'redeemByCode', isOn: true, reason: 'x'.repeat(201) },
    { name: 'redeemByCode', isOn: true, reason: ' ' },
    { name: 'redeemByCode', isOn: true, reason: undefined },
  ]) {
    expect((await change(token, body)).status).toBe(422);
  }
  expect(await publicFeatures()).toMatchObject({ redeemByCode: false });
});

test('the history has one entry for each change of a switch, none for an unchanged value, and one for ten simultaneous changes', async () => {
  const token = await tokenOf('administrator');
  const count = async () =>
    Number((await people.owner.query('select count(*) from feature_switch_changes')).rows[0].count);
  const before = await count();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => change(token, { name: 'redeemByCode', isOn: true })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await count()).toBe(before + 1);
  await change(token, { name: 'redeemByCode', isOn: false });
  expect(await count()).toBe(before + 2);
});

test('the audit log has each change of a feature switch with its reason, and no entry for an unchanged value', async () => {
  const token = await tokenOf('administrator');
  const reason = 'Shops of Nakuru are ready';
  for (const isOn of [true, true, false]) await change(token, { name: 'redeemByCode', isOn, reason });
  const { rows } = await people.owner.query(
    `select action, subject_id as "subjectId", before, after from audit_log where reason = $1 order by seq`,
    [reason],
  );
  const entry = { action: 'feature.switched', subjectId: 'redeemByCode' };
  expect(rows).toEqual([
    { ...entry, before: { isOn: false }, after: { isOn: true } },
    { ...entry, before: { isOn: true }, after: { isOn: false } },
  ]);
});
