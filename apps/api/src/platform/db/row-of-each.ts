import { sql, type RawBuilder } from 'kysely';
import { cellOf, inCells, isSpread, type Cells } from './cells.ts';
import type { Db } from './database.ts';

/**
 * Finds the row of each home, in as few statements as its database can take.
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

/** As `inCells`, for statements with `valueOfEach`: each is about one row where the database is spread. */
export async function inCellsWithValues<One>(
  db: Db,
  all: One[],
  homeOf: (one: One) => string,
): Promise<{ cells: Cells; members: One[] }[]> {
  if (!(await isSpread(db))) return inCells(db, all, homeOf);
  return all.map((one) => ({ cells: [cellOf(homeOf(one))], members: [one] }));
}

/**
 * The value that belongs to each row of a statement about several, by a uuid of the row; the value itself where there is one row,
 * as Citus 14 crashes at the other: `inCellsWithValues` makes such statements.
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
