import type { UserFilters } from '@zawadi/contract';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainPlan, type PlanNode } from '../../../testing/explain-plan.ts';
import { startPeopleApp, type PeopleApp } from '../../../testing/people-app.ts';
import { usersCounted, usersPage } from './list-store.ts';

// Enough rows for the planner to use the indexes. A million rows take a minute to create and give the same plans.
const ROWS = 200_000;

let people: PeopleApp;
beforeAll(async () => {
  people = await startPeopleApp();
  await people.owner.query(
    `insert into users (id, first_name, last_name, email, phone_msisdn, phone_verified_at, signup_phone_msisdn,
       password_hash, created_at)
     select gen_random_uuid(), 'Person', 'Number' || n, 'person.' || n || '@example.test',
       '2547' || lpad(n::text, 8, '0'), now(), '2547' || lpad(n::text, 8, '0'), 'x',
       now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await people.owner.query('vacuum analyze users');
}, 120_000);
afterAll(() => people.close());

async function explain(statement: RawBuilder<unknown>): Promise<PlanNode[]> {
  return (await explainPlan(people.deps.db, statement)).nodes;
}

/** The rows that a step of the plan read, including rows that it then left out. */
function rowsRead(node: PlanNode): number {
  return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
}

function readWhole(nodes: PlanNode[]): PlanNode[] {
  return nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'users');
}

async function middleOfTheList(): Promise<{ instant: string; id: string }> {
  const { rows } = await people.owner.query<{ instant: string; id: string }>(
    `select created_at::text as instant, id from users order by created_at desc, id desc offset $1 limit 1`,
    [ROWS / 2],
  );
  return rows[0] ?? { instant: '', id: '' };
}

const LISTS: [string, UserFilters][] = [
  ['everybody', {}],
  ['frozen ones', { status: 'FROZEN' }],
  ['a name everybody has', { search: 'person' }],
  ['a name that one has', { search: 'number77777' }],
  ['a whole name', { search: 'person number7777' }],
  ['a name, last name first', { search: 'NUMBER77777 Person' }],
  ['a name as M-PESA writes it', { search: 'PERSON MIDDLE NUMBER77777' }],
  ['a name without a match', { search: 'zebedayo' }],
  ['a phone number', { search: '0700 077 777' }],
  ['the end of a number', { search: '77777' }],
  ['an address', { search: 'person.777' }],
  ['an id without a match', { search: '0198c0de-0000-7000-8000-000000000000' }],
];

test.each(LISTS)(
  'a page of %s scans no whole table and reads only the rows that it needs',
  async (_whom, filters) => {
    for (const after of [undefined, await middleOfTheList()]) {
      const nodes = await explain(usersPage(filters, { after, limit: 21 }));
      expect(readWhole(nodes)).toEqual([]);
      expect(Math.max(...nodes.map(rowsRead))).toBeLessThan(15_000);
    }
  },
);

test('a count of consumers stops at ten thousand', async () => {
  for (const filters of [{}, { search: 'person' }]) {
    const { rows } = await usersCounted(filters).execute(people.deps.db);
    expect(rows).toEqual([{ count: 10_001 }]);
    const nodes = await explain(usersCounted(filters));
    expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBe(10_001);
  }
});

test('a count of consumers with a rare name scans no whole table', async () => {
  expect(readWhole(await explain(usersCounted({ search: 'number77777' })))).toEqual([]);
});
