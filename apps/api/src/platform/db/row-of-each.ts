import { sql, type RawBuilder } from 'kysely';
import { cellOf, inCells, isSpread, type Cells } from './cells.ts';
import type { Db } from './database.ts';

/**
 * Finds the row of each home, in as few statements as the database can run.
 * @param idOf which home a row is of
 */
export async function rowOfEach<Row>(
  db: Db,
  ids: string[],
  select: (cells: Cells, ids: string[]) => Promise<Row[]>,
  idOf: (row: Row) => string,
): Promise<(Row | undefined)[]> {
  const found = new Map<string, Row>();
  for (const { cells, members } of await inCells(db, ids, (id) => id)) {
    for (const row of await select(cells, members)) found.set(idOf(row), row);
  }
  return ids.map((id) => found.get(id.toLowerCase()));
}

/** As `inCells`, for statements with `valueOfEach`; on a distributed database each part is a single row. */
export async function inCellsWithValues<One>(
  db: Db,
  all: One[],
  homeOf: (one: One) => string,
): Promise<{ cells: Cells; members: One[] }[]> {
  if (!(await isSpread(db))) return inCells(db, all, homeOf);
  return all.map((one) => ({ cells: [cellOf(homeOf(one))], members: [one] }));
}

/**
 * The value for each row of a statement that changes several rows, found by a uuid of the row. For a single row it is the value
 * itself, because a node of Citus 14 crashes on the array: `inCellsWithValues` makes one statement for each row there.
 * @param type of the values, as PostgreSQL names it
 */
export function valueOfEach<Value extends string | Buffer>(
  column: string,
  each: { id: string; value: Value | null }[],
  type: 'text' | 'bytea' | 'bigint' | 'uuid',
): RawBuilder<Value | null> {
  const [only, ...others] = each;
  if (others.length === 0) return sql`${only?.value ?? null}::${sql.raw(type)}`;
  return sql`
    (${each.map(({ value }) => value)}::${sql.raw(type)}[])[array_position(${each.map(({ id }) => id)}::uuid[], ${sql.ref(column)})]`;
}
