import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPeopleApp, type PeopleApp } from '../../testing/people-app.ts';
import { newSignedIn } from '../../testing/people.ts';

let people: PeopleApp;

beforeAll(async () => {
  people = await startPeopleApp();
});

afterAll(() => people.close());

test('the application itself may not freeze, rename, promote or delete anybody', async () => {
  await newSignedIn(people);
  for (const statement of [
    `update users set status = 'ACTIVE'`,
    `update users set email = 'mine@example.test'`,
    `delete from users`,
    `update sessions set subject_id = gen_random_uuid()`,
    `update merchants set api_key = 'mine'`,
    `update merchant_staff set staff_role = 'owner'`,
    `update administrators set staff_role = 'administrator'`,
    `delete from administrators`,
    `truncate attempts`,
    `update administrators set status = 'ACTIVE'`,
    `update approvals set requested_by = closed_by`,
    `update adjustments set amount_cents = 1`,
    `create table mine ()`,
  ]) {
    await expect(sql.raw(statement).execute(people.deps.db), statement).rejects.toThrow('permission denied');
  }
});
