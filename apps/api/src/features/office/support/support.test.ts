import {
  listSupportRequests,
  markSupportAnswered,
  writeToSupport,
  type SupportRequest,
} from '@zawadi/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { lastMessage } from '../../../testing/people.ts';
import {
  callAt,
  newAdministrator,
  newOwner,
  newMember,
  type Administrator,
} from '../../../testing/portal-people.ts';

let people: PeopleApp;
let clerk: Administrator;

beforeAll(async () => {
  people = await startPeopleApp();
  clerk = await newAdministrator(people, 'support');
});

afterAll(() => people.close());

const LETTER = { subject: 'A voucher does not scan', message: 'Since this morning.\nWhat can I do?' };

async function list(query: object = {}): Promise<{ found: SupportRequest[]; nextCursor: string | null }> {
  const reply = await callAt(people, listSupportRequests, { query }, { token: clerk.token });
  const { supportRequests, nextCursor } = reply.json.body as {
    supportRequests: SupportRequest[];
    nextCursor: string | null;
  };
  return { found: supportRequests, nextCursor };
}

function answer(id: string, { token }: Pick<Administrator, 'token'>) {
  return callAt(people, markSupportAnswered, { params: { id } }, { body: {}, token });
}

test('emails a support request to the operator, lists it, and confirms it to the writer', async () => {
  const owner = await newOwner(people);
  const cashier = await newMember(people, owner, 'cashier');
  const body = { ...LETTER, reference: 'ST-20261120-1' };
  const sent = await people.call(writeToSupport, body, { token: cashier.token });
  expect(sent.status).toBe(200);
  const { found } = await list();
  expect(found[0]).toMatchObject({
    supportRequestId: sent.json.body?.['supportRequestId'],
    writer: {
      kind: 'merchant',
      merchantCode: owner.merchantCode,
      businessName: 'Mama Njeri Café',
      name: 'Juma Otieno',
      email: cashier.email,
      staffRole: 'cashier',
    },
    ...body,
    status: 'OPEN',
    answeredAt: null,
    answeredBy: null,
  });
  const operator = await lastMessage(people, people.deps.config.support.email, 'support-request');
  expect(operator).toMatchObject({ ...body, merchantCode: owner.merchantCode, email: cashier.email });
  expect(await lastMessage(people, cashier.email, 'support-received')).toEqual(LETTER);
});

test('S254 only an authorised administrator marks a support request as answered, which removes it from the open ones', async () => {
  const { token } = await newOwner(people);
  const sent = await people.call(writeToSupport, LETTER, { token });
  const id = String(sent.json.body?.['supportRequestId']);
  const reader = await newAdministrator(people, 'read-only');
  expect((await answer(id, reader)).status).toBe(403);
  const marked = await answer(id, clerk);
  expect(marked.json.body).toMatchObject({ status: 'ANSWERED', answeredBy: 'Achieng Odhiambo' });
  const again = await answer(id, await newAdministrator(people));
  expect(again.json.body).toEqual(marked.json.body);
  const ids = async (query: object) => (await list(query)).found.map((one) => one.supportRequestId);
  expect(await ids({ status: 'OPEN', limit: 100 })).not.toContain(id);
  expect(await ids({ status: 'ANSWERED', limit: 100 })).toContain(id);
  const { rows } = await people.owner.query('select action from audit_log where subject_id = $1', [id]);
  expect(rows).toEqual([{ action: 'support-request.answered' }]);
  expect((await answer('0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11', clerk)).status).toBe(404);
});

test('lists support requests page by page, without repetition or omission', async () => {
  const { token } = await newOwner(people);
  for (let letters = 0; letters < 3; letters += 1) await people.call(writeToSupport, LETTER, { token });
  const all = (await list({ limit: 100 })).found;
  const pages: SupportRequest[] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ limit: 2, ...(cursor !== null && { cursor }) });
    pages.push(...page.found);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(pages).toEqual(all);
});

test('limits the support requests of one staff member, but not of others', async () => {
  const owner = await newOwner(people);
  const cashier = await newMember(people, owner, 'cashier');
  const write = ({ token }: { token: string }) => people.call(writeToSupport, LETTER, { token });
  for (let letters = 0; letters < 5; letters += 1) expect((await write(cashier)).status).toBe(200);
  const refused = await write(cashier);
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_letters' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  expect((await write(owner)).status).toBe(200);
});

test('refuses a support request without subject or message, or with more than 4,000 characters', async () => {
  const { token } = await newOwner(people);
  for (const wrong of [
    { subject: '' },
    { subject: 'a\nb' },
    { message: ' ' },
    { message: 'x'.repeat(4_001) },
  ]) {
    const reply = await people.call(writeToSupport, { ...LETTER, ...wrong }, { token });
    expect(reply.json.code).toBe('validation_failed');
  }
});
