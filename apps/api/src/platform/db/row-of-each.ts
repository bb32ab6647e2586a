import { sql, type RawBuilder } from 'kysely';

/**
 * Finds the row of each id, in one statement.
 * @param idOf returns the id of a row
 * @returns rows in the order of the ids; undefined where an id has no row
 */
export async function rowOfEach<Row>(
  ids: string[],
  select: (ids: string[]) => Promise<Row[]>,
  idOf: (row: Row) => string,
): Promise<(Row | undefined)[]> {
  const found = new Map((await select(ids)).map((row) => [idOf(row), row]));
  return ids.map((id) => found.get(id.toLowerCase()));
}

/**
 * Builds the value for each row of a statement that updates several rows, found by a uuid of the row.
 * @param type of the values, as PostgreSQL names it
 */
export function valueOfEach<Value extends string | Buffer>(
  column: string,
  each: { id: string; value: Value | null }[],
  type: 'text' | 'bytea' | 'bigint' | 'uuid',
): RawBuilder<Value | null> {
  return sql`
    (${each.map(({ value }) => value)}::${sql.raw(type)}[])[array_position(${each.map(({ id }) => id)}::uuid[], ${sql.ref(column)})]`;
}
