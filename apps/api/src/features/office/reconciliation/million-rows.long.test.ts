import type { ReconciliationItemFilters } from '@zawadi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { createAdministrator } from '../../people/administrators/index.ts';
import { itemsPage } from './items-list-store.ts';

const ROWS = 200_000;
const RUN = newId();

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  await fill();
}, 120_000);
afterAll(() => system.close());

/** Inserts statements of some years. One line in a thousand once differed; one in two thousand still differs. */
async function fill(): Promise<void> {
  const sign = { email: 'administrator@example.test', password: 'Zawadi-demo-1' };
  await createAdministrator(system.deps, { ...sign, name: 'Administrator', staffRole: 'administrator' });
  for (const id of [RUN, newId()]) {
    await system.owner.query(
      `insert into reconciliation_runs (
         id, account, source, file_name, from_at, to_at, made_by, lines, repeated_lines, uncompleted_lines,
         paid_in_cents, withdrawn_cents)
       select $1, 'collection', 'pull', '', now() - interval '1 day', now(), id, 1, 0, 0, 0, 0 from administrators`,
      [id],
    );
    await system.owner.query(
      `insert into reconciliation_items (
         id, run_id, account, kind, state, receipt, at, details, account_number, theirs_cents, ours_cents, closed_as,
         closed_at)
       select gen_random_uuid(), $1, 'collection', 'payment',
         case when n % 1000 = 0 then 'amount_differs' else 'matched' end, 'U' || lpad(n::text, 9, '0'),
         now() - n * interval '1 minute', 'Pay Bill', 'B' || n, 100, case when n % 1000 = 0 then 50 else 100 end,
         case when n % 2000 = 0 then 'found' end, case when n % 2000 = 0 then now() end
       from generate_series(1, $2::int) n`,
      [id, ROWS / 2],
    );
  }
  await system.owner.query('vacuum analyze reconciliation_items');
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; Plans?: Plan[] };

async function nodesOf(filters: ReconciliationItemFilters, after?: { instant: string; id: string }) {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (analyze, format json) ${itemsPage(filters, { after, limit: 51 })}`.execute(system.deps.db);
  const top = rows[0]?.['QUERY PLAN'][0];
  if (!top) throw new Error('no plan');
  return flatten(top.Plan);
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

test.each<[string, ReconciliationItemFilters]>([
  ['all', {}],
  ['one run', { runId: RUN }],
  ['one account', { account: 'collection' }],
  ['open items', { status: 'open' }],
  ['differing items', { state: 'amount_differs' }],
  ['agreeing items', { status: 'agrees' }],
  ['open items of one run', { runId: RUN, status: 'open' }],
  ['a receipt', { search: 'U000050000' }],
  ['the beginning of a receipt', { search: 'U00005' }],
  ['an account number', { search: 'B77' }],
  ['nothing', { search: 'NOBODY' }],
])('a page of %s scans no whole table and reads few more rows than it shows', async (_what, filters) => {
  const nodes = await nodesOf(filters);
  const whole = nodes.filter((node) => node['Node Type'].includes('Seq Scan'));
  expect(whole.map((node) => node['Relation Name'])).not.toContain('reconciliation_items');
  expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBeLessThan(3_000);
});

test('a page of items in the middle costs as much as the first page', async () => {
  const { rows } = await system.owner.query<{ instant: string; id: string }>(
    'select at::text as instant, id from reconciliation_items order by at desc, id desc offset $1 limit 1',
    [ROWS / 2],
  );
  const nodes = await nodesOf({}, rows[0]);
  expect(Math.max(...nodes.map((node) => node['Actual Rows']))).toBeLessThan(100);
});
