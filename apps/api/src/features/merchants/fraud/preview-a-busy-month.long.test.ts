import { readFileSync } from 'node:fs';
import { exampleFraudRules } from '@zawadi/contract';
import { RawNode, sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/durations.ts';
import { createTestSystem, type TestSystem } from '../../../testing/test-system.ts';
import { newTill } from '../../../testing/tills.ts';
import { configuredFeesAndLimits } from '../../services/settings/index.ts';
import { defaultRules } from './fraud-rules.ts';
import type { Look } from './look-store.ts';
import { applyRule, RULE_NAMES } from './watch-for-fraud.ts';

// Together 200,000 rows within 30 days.
const ROWS = { purchases: 60_000, redemptions: 60_000, claims: 50_000, withdrawals: 30_000 };
const CONTACTS_SHOWN = 5_000;
const WITHIN_MS = 5_000;
// The planner may read smaller tables whole.
const TABLES = ['purchases', 'vouchers', 'redemptions', 'claims', 'transfers'];
const WHOLE = new Set(TABLES.map((table) => `Seq Scan ${table}`));

let system: TestSystem;
beforeAll(async () => {
  system = await createTestSystem();
  const shops = [await newTill(system), await newTill(system), await newTill(system), await newTill(system)];
  await fill(shops.map(({ merchantId }) => merchantId));
}, 300_000);
afterAll(async () => {
  // The transfers have no balances, so the check of the books at the end would fail.
  await untriggered('ledger.transfers', 'delete from ledger.transfers');
  await untriggered('audit_log', `delete from audit_log where action = 'contact.shown'`);
  await system.close();
}, 60_000);

/** Runs an SQL statement on an append-only table without its triggers. */
async function untriggered(table: string, statement: string, parameters: unknown[] = []): Promise<void> {
  await system.owner.query(`alter table ${table} disable trigger user`);
  await system.owner.query(statement, parameters);
  await system.owner.query(`alter table ${table} enable trigger user`);
}

/**
 * Inserts a month of 20,000 consumers, of which the last minute has six events of each kind. One in twenty payments is
 * of the busiest hundred consumers, and one in a hundred claims of a single one, because the rules compare the events of
 * one person with each other.
 */
async function fill(shops: string[]): Promise<void> {
  const { owner } = system;
  const person = (n: string, busy: number) => `
    md5('consumer ' || case when ${n} % 20 = 0 then ${n} / 20 % ${busy} else ${n} % 20000 end)::uuid`;
  await owner.query(
    `create table filled as
     select n, gen_random_uuid() as voucher_id, ${person('n', 100)} as buyer_id,
       case when n % 100 = 0 then md5('one wallet')::uuid else ${person('n * 7', 100)} end as owner_id,
       case when n % 10 > 0 then (array[300, 500, 1000, 1500, 2500])[1 + n % 5]
         else (array[6000, 9900, 15000])[1 + n % 3] end * 100::bigint as amount_cents,
       now() - case when n % 10000 = 0 then interval '30 seconds' else interval '1 hour' + random() * interval '28 days' end as moment
     from generate_series(1, $1::int) n`,
    [ROWS.purchases],
  );
  await owner.query(
    `insert into vouchers
       (id, buyer_id, face_cents, code_sealed, code_last_four, alias_sealed, claim_token_sealed, sender_name, recipient_name,
        recipient_msisdn, message, cloth, expires_at, announced_at)
     select voucher_id, buyer_id, amount_cents, 'x', lpad(upper(to_hex(n % 65536)), 4, '0'), 'x', 'x', 'Sender',
       'Person ' || n, '2547' || lpad((n % 20000)::text, 8, '0'), '', 'plain', now() + interval '1 year', now()
     from filled`,
  );
  await owner.query(
    `insert into purchases
       (home_id, id, buyer_id, amount_cents, fee_cents, bill_reference, payer_msisdn, status, pending_since,
        completed_at)
     select voucher_id, gen_random_uuid(), buyer_id, amount_cents, 0, 'B' || n, '2547' || lpad((n % 20000)::text, 8, '0'),
       'COMPLETED', moment, moment
     from filled`,
  );
  await owner.query(
    `insert into redemptions
       (voucher_id, id, merchant_id, amount_cents, balance_after_cents, channel, recipient_name, redeemed_at,
        place_id)
     select voucher_id, gen_random_uuid(), ($1::uuid[])[1 + (n % 10) / 4], amount_cents, 0, 'api', 'Person ' || n, moment,
       ($1::uuid[])[1 + (n % 10) / 4]
     from filled where n <= $2`,
    [shops, ROWS.redemptions],
  );
  await owner.query(
    `insert into claims (voucher_id, id, user_id, amount_cents, claimed_at)
     select voucher_id, gen_random_uuid(), owner_id, amount_cents, moment
     from filled where n <= $1`,
    [ROWS.claims],
  );
  await untriggered(
    'ledger.transfers',
    `insert into ledger.transfers (home_id, id, debit, credit, amount_cents, kind, posted_at, position)
     select user_id, gen_random_uuid(), 'transit', 'wallet:' || user_id, amount_cents, 'claim', claimed_at, 1
     from claims`,
  );
  await owner.query(
    `insert into withdrawals
       (user_id, id, amount_cents, fee_cents, bill_reference, msisdn, recipient_name, recipient_email, status,
        transaction_code, pending_since, completed_at, settled_at)
     select owner_id, gen_random_uuid(), amount_cents, 0, 'W' || n, '2547' || lpad((n % 20000)::text, 8, '0'), 'Person',
       'kip@example.test', 'COMPLETED', 'T' || n, moment, moment + interval '10 seconds', now()
     from filled where n <= $1`,
    [ROWS.withdrawals],
  );
  await untriggered(
    'audit_log',
    `insert into audit_log
       (seq, at, actor_id, actor_name, address, request_id, action, subject_kind, subject_id, reason, before, after,
        previous_hash, hash)
     select 1000000 + n, now() - random() * interval '29 days', md5('administrator ' || n % 10)::uuid, 'Wanja', '', '',
       'contact.shown', 'user', md5('consumer ' || n)::uuid, '', '{}', '{}', sha256('x'), sha256('x')
     from generate_series(1, $1::int) n`,
    [CONTACTS_SHOWN],
  );
  await owner.query('drop table filled');
  await owner.query('vacuum analyze');
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] };

/** Has PostgreSQL explain each statement instead of answering it. */
function explaining(plans: Plan[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      if (!RawNode.is(node)) throw new Error('not a raw statement');
      const [first = '', ...rest] = node.sqlFragments;
      return { ...node, sqlFragments: [`explain (analyze, format json) ${first}`, ...rest] };
    },
    transformResult: async ({ result }) => {
      const [row] = result.rows as { 'QUERY PLAN': { Plan: Plan }[] }[];
      plans.push(...(row?.['QUERY PLAN'] ?? []).map((one) => one.Plan));
      return { ...result, rows: [] };
    },
  };
}

/** Returns the scans that the plan has executed, such as `Seq Scan purchases`. */
function scansOf(plan: Plan): string[] {
  const { 'Relation Name': table } = plan;
  const own = table !== undefined && plan['Actual Loops'] > 0 ? [`${plan['Node Type']} ${table}`] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}

/**
 * Runs all rules, each once for its time and once for its plan.
 * @returns the processor time of PostgreSQL in milliseconds, without the second run. On a busy machine the time on the
 *   clock would measure other programs.
 */
async function runAll(look: Pick<Look, 'since' | 'evidence' | 'most'>, rules = defaultRules) {
  const whole = { ...look, feesAndLimits: configuredFeesAndLimits(system.deps.config) };
  return system.deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const pid = rows[0]?.pid ?? 0;
    let sum = 0;
    const executed = new Set<string>();
    for (const name of RULE_NAMES) {
      const [cpu, startedAt] = [cpuMs(pid), performance.now()];
      const found = await applyRule(tx, whole, name, rules);
      const [usedMs, ms] = [cpuMs(pid) - cpu, performance.now() - startedAt];
      const plans: Plan[] = [];
      await applyRule(tx.withPlugin(explaining(plans)), whole, name, rules);
      const scans = [...new Set(plans.flatMap(scansOf))];
      process.stdout.write(
        `${name}: CPU ${usedMs} ms of ${ms.toFixed(0)} ms, ${found.length} alerts; ${scans.join(', ')}\n`,
      );
      sum += usedMs;
      for (const scan of scans) executed.add(scan);
    }
    process.stdout.write(`all rules: CPU ${sum} ms\n`);
    return { cpuMs: sum, scans: executed };
  });
}

/** Returns the processor time of a process so far, in steps of ten milliseconds. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

test('a run of all rules over the last minute scans no large table', async () => {
  const { scans } = await runAll({ since: new Date(Date.now() - 70_000), evidence: 50, most: null });
  expect([...scans].filter((scan) => WHOLE.has(scan))).toEqual([]);
});

test('a preview of all rules over 30 days and 200,000 rows takes at most five seconds', async () => {
  const month = { since: new Date(Date.now() - 30 * DAY_MS), evidence: 0, most: 1_001 };
  const inForce = await runAll(month);
  const changed = await runAll(month, exampleFraudRules);
  expect(inForce.cpuMs + changed.cpuMs).toBeLessThan(WITHIN_MS);
});
