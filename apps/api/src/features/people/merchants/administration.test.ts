import {
  addMerchant,
  listMerchants,
  merchantDetails,
  merchantLogin,
  merchantMe,
  suspendMerchant,
  updateMerchant,
  type Merchant,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage } from '../../../testing/people.ts';
import {
  activitiesOf,
  approveFor,
  newAdministrator,
  newOwner,
  OWNERS_PASSWORD,
  signInMember,
  type Administrator,
} from '../../../testing/portal-people.ts';
import { findMachineCredentials } from './machine-authenticator.ts';

let people: PeopleApp;
let administrator: Administrator;

beforeAll(async () => {
  people = await startPeopleApp();
  administrator = await newAdministrator(people);
});

afterAll(() => people.close());

function newContact() {
  const { email: contactEmail, phoneNumber: contactPhoneNumber } = newPerson();
  return { contactName: 'Njeri Kamau', contactEmail, contactPhoneNumber };
}

async function list(filter: object = {}): Promise<Merchant[]> {
  const reply = await people.call(listMerchants, filter, { token: administrator.token });
  return reply.json.body as unknown as Merchant[];
}

async function auditOf(merchantId: string): Promise<{ action: string; actor: string }[]> {
  const { rows } = await people.owner.query(
    `select action, actor_id as actor from audit_log where subject_id = $1 order by seq`,
    [merchantId],
  );
  return rows;
}

test('S200 a merchant that an administrator adds is pending, and its contact gets code and password by mail', async () => {
  const contact = newContact();
  const reply = await people.call(
    addMerchant,
    {
      businessName: 'Kiosk ya Otieno',
      ...contact,
      brandingConfig: { primaryColor: '#0A5A50', logoUrl: '' },
    },
    { token: administrator.token },
  );
  expect(reply.json.responseMessage).toBe('Merchant added successfully!');
  const merchant = reply.json.body ?? {};
  expect(merchant).toMatchObject({
    businessName: 'Kiosk ya Otieno',
    ...contact,
    status: 'PENDING',
    mustChangePassword: true,
    brandingConfig: { primaryColor: '#0A5A50' },
    currentBalance: 0,
  });
  const mail = await lastMessage(people, contact.contactEmail, 'merchant-welcome');
  await signInMember(people, mail['merchantCode'] ?? '', mail['password'] ?? '');
  const merchantId = String(merchant['merchantId']);
  expect(await activitiesOf(people, merchantId)).toMatchObject([
    { kind: 'added', actorKind: 'admin', actorId: administrator.administratorId },
  ]);
  expect(await auditOf(merchantId)).toEqual([
    { action: 'merchant.added', actor: administrator.administratorId },
  ]);
});

test('S207 every administrator role reads merchants; only a full administrator adds, changes and suspends them', async () => {
  const owner = await newOwner(people);
  const { merchantId, merchantCode } = owner;
  for (const role of ['finance', 'support', 'read-only'] as const) {
    const { token } = await newAdministrator(people, role);
    const refused = [
      await people.call(addMerchant, { businessName: 'Kiosk', ...newContact() }, { token }),
      await people.call(updateMerchant, { merchantId, status: 'SUSPENDED' }, { token }),
      await people.call(suspendMerchant, { merchantId }, { token }),
    ];
    for (const reply of refused) expect(reply).toMatchObject({ status: 403, json: { code: 'forbidden' } });
    expect((await people.call(listMerchants, {}, { token })).status).toBe(200);
    const details = await people.call(merchantDetails, { merchantCode }, { token });
    expect(details.json.body).toMatchObject({ merchantId, apiKey: owner.apiKey });
  }
  for (const endpoint of [addMerchant, updateMerchant, suspendMerchant, listMerchants]) {
    expect((await people.call(endpoint, {}, { token: owner.token })).status).toBe(403);
  }
  const unknown = await people.call(
    merchantDetails,
    { merchantCode: 'NOBODY99' },
    { token: administrator.token },
  );
  expect(unknown.status).toBe(404);
});

test('A10 S203 a suspension stops sign-ins and API keys within a second, and a reactivation restores both', async () => {
  const { merchantId, merchantCode, apiKey, token, contactEmail } = await newOwner(people);
  const isIn = async () => (await people.call(merchantMe, undefined, { token })).status;
  const keyStatus = async () => (await findMachineCredentials(people.deps.db, apiKey))?.status;
  expect([await isIn(), await keyStatus()]).toEqual([200, 'ACTIVE']);
  const reason = 'Ten wrong codes in an hour';
  const suspended = await people.call(
    suspendMerchant,
    { merchantId, reason },
    { token: administrator.token },
  );
  expect(suspended.json).toMatchObject({
    responseMessage: 'Merchant suspended successfully!',
    body: { status: 'SUSPENDED' },
  });
  await expect.poll(isIn, { timeout: 1_500 }).toBe(401);
  expect(await keyStatus()).toBe('SUSPENDED');
  const signIn = () => people.call(merchantLogin, { merchantCode, password: OWNERS_PASSWORD });
  expect((await signIn()).json.code).toBe('merchant_not_active');
  expect(await lastMessage(people, contactEmail, 'merchant-status')).toMatchObject({
    status: 'SUSPENDED',
    reason,
  });

  await people.call(updateMerchant, { merchantId, status: 'ACTIVE' }, { token: administrator.token });
  expect((await signIn()).status).toBe(200);
  expect(await keyStatus()).toBe('ACTIVE');
  expect((await auditOf(merchantId)).map(({ action }) => action)).toEqual([
    'merchant.suspended',
    'merchant.active',
  ]);
});

test('S202 the specification’s edit request changes only the merchant’s fields that differ', async () => {
  const { merchantId, contactEmail: former, contactPhoneNumber, merchantCode } = await newOwner(people);
  const contact = { contactName: 'Njeri W. Kamau', contactEmail: former, contactPhoneNumber };
  const edited = {
    merchantId,
    ...contact,
    status: 'ACTIVE',
    brandingConfig: { primaryColor: '#112233', logoUrl: '' },
  };
  const update = (changes: object) => people.call(updateMerchant, changes, { token: administrator.token });
  const reply = await update(edited);
  expect(reply.json).toMatchObject({
    responseMessage: 'Merchant updated successfully!',
    body: {
      ...edited,
      merchantCode,
      businessName: 'Mama Njeri Café',
      brandingConfig: { primaryColor: '#112233' },
    },
  });
  const once = await activitiesOf(people, merchantId);
  expect(once).toMatchObject([{ kind: 'updated', actorId: administrator.administratorId }]);
  await update(edited);
  expect(await activitiesOf(people, merchantId)).toEqual(once);
  const moved = newContact();
  await approveFor(people, await update({ merchantId, ...moved }));
  const twice = JSON.stringify(await activitiesOf(people, merchantId));
  for (const known of [former, contactPhoneNumber, moved.contactEmail, moved.contactPhoneNumber])
    expect(twice).not.toContain(known);
});

test('notifies the former email address when an administrator changes the contact’s', async () => {
  const { merchantId, contactEmail: former } = await newOwner(people);
  const { contactEmail } = newContact();
  const change = () =>
    people.call(updateMerchant, { merchantId, contactEmail }, { token: administrator.token });
  await approveFor(people, await change());
  const told = { businessName: 'Mama Njeri Café' };
  expect(await lastMessage(people, contactEmail, 'contact-email-changed')).toMatchObject(told);
  expect(await lastMessage(people, former, 'merchant-contact-moved')).toMatchObject({
    ...told,
    contact: expect.stringMatching(/^w\*\*\*@/u),
  });
  expect((await change()).json.body?.['action']).toBeUndefined();
  expect(await people.messagesTo(former)).toHaveLength(1);
});

test('S205 a closed merchant stays closed until an administrator opens it again', async () => {
  const { merchantId, merchantCode } = await newOwner(people);
  const setStatus = (status: string) =>
    people.call(updateMerchant, { merchantId, status, reason: 'Moved' }, { token: administrator.token });
  const signIn = async () =>
    (await people.call(merchantLogin, { merchantCode, password: OWNERS_PASSWORD })).status;
  for (const [status, expected] of [
    ['INACTIVE', 403],
    ['PENDING', 200],
    ['SUSPENDED', 403],
    ['ACTIVE', 200],
  ] as const) {
    expect((await setStatus(status)).json.body).toMatchObject({ status });
    expect(await signIn()).toBe(expected);
  }
});

test('S197 lists merchants newest first, with search, filters and pages', async () => {
  const first = await newOwner(people);
  const second = await newOwner(people);
  const all = await list();
  expect(all.slice(0, 2).map(({ merchantId }) => merchantId)).toEqual([second.merchantId, first.merchantId]);
  const found = async (filter: object) => (await list(filter)).map(({ merchantId }) => merchantId);
  expect(await found({ search: first.contactEmail.toUpperCase() })).toEqual([first.merchantId]);
  expect(await found({ search: second.merchantCode.toLowerCase() })).toEqual([second.merchantId]);
  expect(await found({ search: first.contactPhoneNumber.slice(3) })).toEqual([first.merchantId]);
  expect(await found({ search: '%' })).toEqual([]);
  expect(await found({ search: first.contactEmail, status: 'SUSPENDED' })).toEqual([]);

  const pages: string[] = [];
  let after: string | undefined;
  do {
    const page = await found({ limit: 2, after });
    pages.push(...page);
    after = page.at(-1);
  } while (after !== undefined);
  expect(pages).toEqual(all.map(({ merchantId }) => merchantId));
  expect((await people.call(listMerchants, undefined, { token: administrator.token })).status).toBe(200);
});

test('concurrent changes of one merchant’s different fields are all kept', async () => {
  const { merchantId } = await newOwner(people);
  const update = (changes: object) =>
    people.call(updateMerchant, { merchantId, ...changes }, { token: administrator.token });
  await Promise.all([
    update({ contactName: 'Wanjiru' }),
    update({ businessName: 'Duka Jipya' }),
    update({ brandingConfig: { primaryColor: '#445566' } }),
    update({ status: 'SUSPENDED' }),
  ]);
  expect((await list({ search: 'Duka Jipya' }))[0]).toMatchObject({
    merchantId,
    contactName: 'Wanjiru',
    businessName: 'Duka Jipya',
    brandingConfig: { primaryColor: '#445566' },
    status: 'SUSPENDED',
  });
});
