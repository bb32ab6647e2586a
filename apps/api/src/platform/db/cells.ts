import { sql, type RawBuilder } from 'kysely';
import { cachePerDatabase } from './cache-per-database.ts';
import type { Db, Transaction } from './database.ts';

/** The part of the homes that a call of a database function is for; null is all of them at once. */
export type Cell = number | null;

const spreadDatabases = new WeakMap<object, boolean>();

/** The cell of a home, 0 to 255: the last byte of its id, as the database's `cell_of` has it. */
export function cellOf(homeId: string): number {
  return Number.parseInt(homeId.slice(-2), 16);
}

/**
 * True where Citus has spread the money over several nodes, so that a call of a function is for one cell. Asked once
 * for each database: processes are started again after `npm run db:distribute`.
 */
export async function isSpread(db: Db | Transaction): Promise<boolean> {
  // Each caller asks on its own connection: transactions that hold all of the pool must not wait for one more.
  const known = spreadDatabases.get(keyOf(db));
  if (known !== undefined) return known;
  const isIt = await askWhetherSpread(db);
  spreadDatabases.set(keyOf(db), isIt);
  return isIt;
}

/** Has one PostgreSQL called cell by cell, as a distributed database is, for tests of that way without one. */
export function callCellByCell(db: Db): void {
  spreadDatabases.set(keyOf(db), true);
}

/**
 * Splits what a call is about by the cells of its homes, in their order, which is the order of their locks in every
 * transaction; one part with all of it where the database is not spread.
 */
export async function byCell<One>(
  db: Db | Transaction,
  all: One[],
  homeOf: (one: One) => string,
): Promise<{ cell: Cell; members: One[] }[]> {
  if (!(await isSpread(db))) return [{ cell: null, members: all }];
  const parts = Map.groupBy(all, (one) => cellOf(homeOf(one)));
  return [...parts].toSorted(([one], [other]) => one - other).map(([cell, members]) => ({ cell, members }));
}

/** A statement's condition that it is for one cell; for all of them where `byCell` makes one part. */
export function inCell(cell: Cell, table?: string): RawBuilder<boolean> {
  const column = sql.ref(table === undefined ? 'cell' : `${table}.cell`);
  return cell === null ? sql`true` : sql`${column} = ${cell}`;
}

/** Some cells, for a condition of a statement. */
export type Cells = number[];

/**
 * As `byCell`, for statements that name their rows by id and have a condition for the cells as well: exactly one where the database is
 * spread, so that the statement goes to one node.
 */
export async function inCells<One>(
  db: Db | Transaction,
  all: One[],
  homeOf: (one: One) => string,
): Promise<{ cells: Cells; members: One[] }[]> {
  const parts = await byCell(db, all, homeOf);
  return parts.map(({ members }) => ({
    cells: [...new Set(members.map((one) => cellOf(homeOf(one))))],
    members,
  }));
}

/** Cells move seldom, and who asks wants to be fair, not exact. */
const nodesOfCells = cachePerDatabase({ load: readNodes, maximumAgeMs: 60_000, maximumEntries: 1 });

/** On which node of a distributed database a cell is, as it was a minute ago at most. */
export async function nodeOf(db: Db, cell: number): Promise<number> {
  const nodes = await nodesOfCells(db).read('');
  return nodes.get(cell) ?? 0;
}

async function readNodes(db: Db): Promise<Map<number, number>> {
  // What is called cell by cell for a test may be on one PostgreSQL.
  if (!(await askWhetherSpread(db))) return new Map();
  const { rows } = await sql<{ cell: number; node: number }>`
    select c.cell, p.groupid as node from generate_series(0, 255) as c (cell)
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('ledger.transfers', c.cell::smallint)`.execute(
    db,
  );
  return new Map(rows.map(({ cell, node }) => [cell, node]));
}

/** On which nodes of a distributed database names are, in their order. Asks the coordinator alone. */
export async function nodesOfNames(db: Db, keys: string[]): Promise<number[]> {
  // Known for a minute, so that it is not asked each time.
  if ((await nodesOfCells(db).read('')).size === 0) return keys.map(() => 0);
  const { rows } = await sql<{ node: number }>`
    select p.groupid as node from unnest(${keys}::text[]) with ordinality as k (key, position)
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('unique_names', k.key)
    order by k.position`.execute(db);
  return rows.map(({ node }) => node);
}

/** A transaction has an executor of its own and shares this with its database. */
function keyOf(db: Db | Transaction): object {
  return db.getExecutor().adapter;
}

async function askWhetherSpread(db: Db | Transaction): Promise<boolean> {
  const citus = await sql<{ isThere: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as "isThere"`.execute(db);
  if (citus.rows[0]?.isThere !== true) return false;
  const spread = await sql<{ isSpread: boolean }>`
    select exists (
      select from pg_dist_partition where logicalrelid = 'ledger.transfers'::regclass
    ) as "isSpread"`.execute(db);
  return spread.rows[0]?.isSpread === true;
}
