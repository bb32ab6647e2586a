import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJobs } from '../apps/api/src/app-worker.ts';
import { readConfig } from '../apps/api/src/config/config.ts';
import { RETENTION } from '../apps/api/src/platform/retention.ts';
import { createTestRoles } from '../apps/api/src/testing/test-database.ts';
import type { OrderDeps } from '../apps/api/src/features/mpesa/orders/index.ts';

const DOCUMENT = 'docs/data-protection.md';
/** Name of a job that deletes data. */
const REMOVES = /^(?:delete|remove)-/u;

let roles: Awaited<ReturnType<typeof createTestRoles>>;
beforeAll(async () => {
  roles = await createTestRoles();
});
afterAll(() => roles.close());

/** Returns the table cells of a section, without the heading row. */
function tableOf(heading: string): string[][] {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split(`## ${heading}\n`);
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
}

test('the data protection document lists every retention period and the job that enforces it', () => {
  const rows = tableOf('Automatic deletion').map(([table, , after, job]) => [table, after, job]);
  expect(rows).toEqual(Object.entries(RETENTION).map(([table, { after, job }]) => [table, after, job]));
  const jobs = new Set(listJobs({ config: readConfig({}) } as OrderDeps).map(({ name }) => name));
  const removing = new Set<string>(Object.values(RETENTION).map(({ job }) => job));
  expect([...jobs].filter((name) => REMOVES.test(name)).toSorted()).toEqual([...removing].toSorted());
});

test('SQL functions that delete data use the documented retention periods', async () => {
  for (const [table, period] of Object.entries(RETENTION)) {
    if (!('function' in period)) continue;
    const { rows } = await roles.owner.query<{ source: string }>(
      'select pg_get_functiondef($1::regproc) as source',
      [period.function],
    );
    const [, found] = /interval '([^']+)'/u.exec(rows[0]?.source ?? '') ?? [];
    expect([table, found]).toEqual([table, period.after]);
  }
});

test('the data protection document lists every table with personal data', async () => {
  const { rows } = await roles.owner.query<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and a.attname ~ '(msisdn|phone|email|first_name|last_name|contact_name|address|user_agent|payload|body|target|party|picture|former)'
       and a.attname !~ '(_id|_at|_hash)$'
     order by 1`,
  );
  const text = readFileSync(DOCUMENT, 'utf8');
  expect(rows.filter(({ name }) => !text.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
});
