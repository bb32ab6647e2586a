import type { Client } from 'pg';
import { StartUpMistake } from '../start-up-mistake.ts';

/** Tables of money, whole in the cell of their home; the first one is what the others lie beside. */
const MONEY = [
  'ledger.transfers',
  'ledger.strict_balances',
  'ledger.lazy_balances',
  'ledger.lazy_deltas',
  'vouchers',
  'voucher_activities',
  'voucher_reminders',
  'redemptions',
  'holds',
  'claims',
  'idempotency_keys',
  'purchases',
  'provider_orders',
  'withdrawals',
  'refunds',
  'refund_states',
  'settlement_entries',
];

/** What statements of a cell read beside it: the same on every node. */
const EVERYWHERE = ['ledger.account_kinds', 'state_transitions', 'merchants', 'merchant_staff'];

/**
 * Written in every transaction, on the coordinator. Citus commits in two phases what it knows of: without this a
 * transaction of one node and the coordinator could be committed on the latter only.
 */
const OUTCOMES = 'transaction_outcomes';

/** Names that are unique in the whole system, spread by themselves. */
const NAMES = { table: 'unique_names', column: 'key' };

/** Functions that a node runs as a whole, for the cell that is their first argument. */
const FUNCTIONS = [
  'ledger.post',
  'ledger.lock_accounts',
  'ledger.lock_balances',
  'ledger.fold',
  'public.lock_vouchers_to_redeem',
  'public.record_redemptions',
  'public.extend_voucher',
  'public.freeze_voucher',
  'public.unfreeze_voucher',
  'public.reschedule_gift',
  'public.correct_recipient',
];

/** The same for the name that is their first argument. */
const FUNCTIONS_OF_NAMES = ['public.retire_voucher_name'];

/** Called by these on a node, with statements of one cell that have to be planned for this cell. */
const FUNCTIONS_INSIDE = ['ledger.lock_strict'];

/**
 * Spreads the money over the nodes that Citus knows. What is done already is left as it is, so that it can be run again
 * after it was interrupted.
 * @param owner connected as the owner of the schema
 * @throws StartUpMistake where there is no Citus
 */
export async function distribute(
  owner: Client,
  { shards, say }: { shards: number; say: (line: string) => void },
): Promise<void> {
  const { rows } = await owner.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  );
  const [citus] = rows;
  if (!citus) {
    throw new StartUpMistake(
      'This database has no Citus: install it on every node and run CREATE EXTENSION citus first.',
    );
  }
  say(`Citus ${citus.version}, ${shards} shards`);
  await owner.query(`set citus.shard_count = ${shards}`);
  // They look at their own row only, and raise: nothing that could differ between nodes.
  await owner.query('set citus.enable_unsafe_triggers = on');
  for (const table of EVERYWHERE) {
    await unlessSpread(owner, table, say, async () => {
      // Citus would make one of its own of every table that leads to it, which refuse more than plain ones do.
      await dropForeignKeys(owner, table);
      await owner.query('select create_reference_table($1)', [table]);
    });
  }
  for (const table of MONEY) {
    await unlessSpread(owner, table, say, () => spreadByCell(owner, table));
  }
  await unlessSpread(owner, NAMES.table, say, () =>
    owner.query("select create_distributed_table($1, $2, colocate_with => 'none')", [
      NAMES.table,
      NAMES.column,
    ]),
  );
  await unlessSpread(owner, OUTCOMES, say, () =>
    owner.query('select citus_add_local_table_to_metadata($1)', [OUTCOMES]),
  );
  await nameReplaced(owner);
  await keepTransfers(owner);
  for (const name of [...FUNCTIONS, ...FUNCTIONS_INSIDE, ...FUNCTIONS_OF_NAMES]) {
    await spreadFunction(owner, name, say);
  }
}

/** A trigger of statements stays on the coordinator: the nodes, which have the rows, are to refuse changes as well. */
async function keepTransfers(owner: Client): Promise<void> {
  const name = 'transfers_are_append_only_by_row';
  const { rowCount } = await owner.query(
    "select from pg_trigger where tgrelid = 'ledger.transfers'::regclass and tgname = $1",
    [name],
  );
  if (rowCount !== 0) return;
  await owner.query(
    `create trigger ${name} before update or delete on ledger.transfers
     for each row execute function ledger.refuse_change()`,
  );
}

/** Replacements made by a version that left it to the unique key, which has the cell in it now. */
async function nameReplaced(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ id: string; replacedId: string }>(
    'select id, replaces_id as "replacedId" from vouchers where replaces_id is not null',
  );
  await owner.query(
    `insert into unique_names (kind, key, home_id, target_id)
     select 'replaced_voucher', replaced::text, id, id from unnest($1::uuid[], $2::uuid[]) as t (id, replaced)
     on conflict do nothing`,
    [rows.map(({ id }) => id), rows.map(({ replacedId }) => replacedId)],
  );
}

async function unlessSpread(
  owner: Client,
  table: string,
  say: (line: string) => void,
  spread: () => Promise<unknown>,
): Promise<void> {
  const { rowCount } = await owner.query('select from pg_dist_partition where logicalrelid = $1::regclass', [
    table,
  ]);
  if (rowCount !== 0) {
    say(`${table}: was spread before`);
    return;
  }
  await owner.query('begin');
  const triggers = await dropTriggers(owner, table);
  await spread();
  // What the coordinator had is hidden, and still takes its place.
  if (table !== OUTCOMES) {
    await owner.query('select truncate_local_data_after_distributing_table($1::regclass)', [table]);
  }
  for (const trigger of triggers) await owner.query(trigger);
  await owner.query('commit');
  say(`${table}: spread`);
}

/** One of them forbids to empty the table. */
async function dropTriggers(owner: Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select quote_ident(tgname) as name, pg_get_triggerdef(oid) as definition
     from pg_trigger where tgrelid = $1::regclass and not tgisinternal`,
    [table],
  );
  for (const { name } of rows) await owner.query(`drop trigger ${name} on ${table}`);
  return rows.map(({ definition }) => definition);
}

async function spreadByCell(owner: Client, table: string): Promise<void> {
  await dropForeignKeys(owner, table);
  await addCellToKeys(owner, table);
  const [first = table] = MONEY;
  const beside = table === first ? 'none' : first;
  await owner.query("select create_distributed_table($1, 'cell', colocate_with => $2)", [table, beside]);
}

/** They lead to what is on another node, or from there. */
async function dropForeignKeys(owner: Client, table: string): Promise<void> {
  const { rows } = await owner.query<{ relation: string; name: string }>(
    `select conrelid::regclass::text as relation, quote_ident(conname) as name from pg_constraint
     where contype = 'f' and $1::regclass in (conrelid, confrelid)`,
    [table],
  );
  for (const { relation, name } of rows) await owner.query(`alter table ${relation} drop constraint ${name}`);
}

/** Citus asks every unique key to contain the cell. It follows from the home, so that each stays as unique as it was in its home. */
async function addCellToKeys(owner: Client, table: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; constraint: string | null; definition: string }>(
    `select i.indexrelid::regclass::text as name, quote_ident(c.conname) as constraint,
       coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid)) as definition
     from pg_index i
     left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid and c.contype in ('p', 'u')
     where i.indrelid = $1::regclass and i.indisunique and not exists (
       select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'cell' and a.attnum = any (i.indkey)
     )`,
    [table],
  );
  for (const { name, constraint, definition } of rows) {
    // The first list in parentheses is that of the columns.
    const withCell = definition.replace(/\(([^()]*)\)/u, '($1, cell)');
    if (constraint === null) {
      await owner.query(`drop index ${name}`);
      await owner.query(withCell);
    } else {
      await owner.query(
        `alter table ${table} drop constraint ${constraint}, add constraint ${constraint} ${withCell}`,
      );
    }
  }
}

async function spreadFunction(owner: Client, name: string, say: (line: string) => void): Promise<void> {
  const { rows } = await owner.query<{ signature: string; isSpread: boolean }>(
    `select p.oid::regprocedure::text as signature, exists (
       select from pg_catalog.pg_dist_object o
       where o.classid = 'pg_proc'::regclass and o.objid = p.oid and o.distribution_argument_index is not null
     ) as "isSpread"
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname || '.' || p.proname = $1 and p.proargnames[1] in ('in_cell', 'in_key')`,
    [name],
  );
  for (const { signature, isSpread } of rows) {
    // A plan for every cell at once is none that Citus can make.
    await owner.query(`alter function ${signature} set plan_cache_mode = force_custom_plan`);
    if (isSpread || FUNCTIONS_INSIDE.includes(name)) continue;
    await owner.query(
      `select create_distributed_function($1, $2, colocate_with => $3, force_delegation => true)`,
      FUNCTIONS_OF_NAMES.includes(name)
        ? [signature, 'in_key', NAMES.table]
        : [signature, 'in_cell', MONEY[0]],
    );
    say(`${signature.replace(/\(.*/u, '')}: runs on the node of its cell`);
  }
}
