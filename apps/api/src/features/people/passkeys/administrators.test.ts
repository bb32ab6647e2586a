import {
  changeFeatureSwitch,
  listAdministrators,
  removePasskey,
  renamePasskey,
  resetAdministratorTwoFactor,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addNewPasskey,
  at,
  refusalOf,
  REFUSED,
  requestFor,
  signInBy,
  signInWith,
} from '../../../testing/passkey-calls.ts';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage } from '../../../testing/people.ts';
import { newAdministrator } from '../../../testing/portal-people.ts';
import { answerWith } from '../../../testing/software-authenticator.ts';
import { routes as settingsRoutes } from '../../services/settings/index.ts';

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp((deps) =>
    settingsRoutes({ ...deps, readStops: async () => [], readMpesaSilence: async () => false }),
  );
});
afterAll(() => people.close());

const reason = 'The phone is lost';

async function auditOf(administratorId: string): Promise<string[]> {
  const { rows } = await people.owner.query<{ action: string }>(
    `select action from audit_log where subject_id = $1 and action like 'administrator.%' order by seq`,
    [administratorId],
  );
  return rows.map(({ action }) => action).filter((action) => action !== 'administrator.created');
}

test('the audit log has administrators’ passkey actions, including failed sign-ins', async () => {
  const administrator = await newAdministrator(people);
  const { kept, id } = await addNewPasskey(people, administrator);
  const { token, password, administratorId } = administrator;
  await people.call(at(renamePasskey, { id }), { label: 'Office key' }, { token });
  await signInBy(people, 'admin', kept);
  const wrong = answerWith(kept, await requestFor(people, 'admin'), { isUserVerified: false });
  await signInWith(people, 'admin', wrong);
  await people.call(at(removePasskey, { id }), { password }, { token });
  expect(await auditOf(administratorId)).toEqual([
    'administrator.signed-in',
    'administrator.passkey-added',
    'administrator.passkey-renamed',
    'administrator.signed-in',
    'administrator.sign-in-failed',
    'administrator.passkey-removed',
  ]);
});

test('resetting an administrator’s second factor removes the passkeys, even without an authenticator app', async () => {
  const { token } = await newAdministrator(people);
  const other = await newAdministrator(people);
  // A third administrator, because changes to the last checker wait for approval.
  await newAdministrator(people);
  const reset = at(resetAdministratorTwoFactor, { administratorId: other.administratorId });
  expect(refusalOf(await people.call(reset, { reason }, { token }))).toEqual([409, 'two_factor_off']);
  const { kept } = await addNewPasskey(people, other);
  const listed = await people.call(listAdministrators, undefined, { token });
  expect(listed.json.body?.['administrators']).toContainEqual(
    expect.objectContaining({
      administratorId: other.administratorId,
      hasPasskey: true,
      twoFactorEnabled: false,
    }),
  );
  expect((await people.call(reset, { reason }, { token })).json.body).toMatchObject({ hasPasskey: false });
  expect(refusalOf(await signInBy(people, 'admin', kept))).toEqual(REFUSED);
  expect(await lastMessage(people, other.email, 'passkey-removed')).toEqual({ label: 'Passkey' });
  const { rows } = await people.owner.query(
    `select before from audit_log where subject_id = $1 and action = 'administrator.two-factor-reset'`,
    [other.administratorId],
  );
  expect(rows).toEqual([{ before: { passkeys: ['Passkey'] } }]);
});

test('where passkeys are required, an administrator must add one first and cannot remove the last', async () => {
  const administrator = await newAdministrator(people);
  const switchTo = (isOn: boolean) =>
    people.call(
      changeFeatureSwitch,
      { name: 'requirePasskeys', isOn, reason },
      { token: administrator.token },
    );
  expect(refusalOf(await switchTo(true))).toEqual([409, 'own_passkey_missing']);
  const { kept, id } = await addNewPasskey(people, administrator);
  expect((await switchTo(true)).json.body).toMatchObject({ name: 'requirePasskeys', isOn: true });

  const other = await newAdministrator(people);
  const { token } = other;
  const refused = await people.call(listAdministrators, undefined, { token });
  expect(refusalOf(refused)).toEqual([409, 'passkey_enrolment_required']);
  await addNewPasskey(people, other);
  expect((await people.call(listAdministrators, undefined, { token })).status).toBe(200);

  const remove = (one: string) =>
    people.call(
      at(removePasskey, { id: one }),
      { password: administrator.password },
      { token: administrator.token },
    );
  expect(refusalOf(await remove(id))).toEqual([409, 'passkey_last_required']);
  const second = await addNewPasskey(people, administrator);
  expect((await remove(second.id)).status).toBe(200);
  expect((await switchTo(false)).status).toBe(200);
  expect((await remove(id)).status).toBe(200);
  expect(refusalOf(await signInBy(people, 'admin', kept))).toEqual(REFUSED);
});
