import { sql, type RawBuilder } from 'kysely';

/**
 * Reads the row of each id with one query.
 * @param idOf returns the id of a row
 * @returns rows in the order of `ids`; undefined where an id has no row
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
 * Builds SQL for an UPDATE of several rows that chooses each row's value by its UUID.
 * @param type PostgreSQL type of the values
 */
export function valueOfEach<Value extends string | Buffer>(
  column: string,
  each: { id: string; value: Value | null }[],
  type: 'text' | 'bytea' | 'bigint' | 'uuid',
): RawBuilder<Value | null> {
  return sql`
    (${each.map(({ value }) => value)}::${sql.raw(type)}[])[array_position(${each.map(({ id }) => id)}::uuid[], ${sql.ref(column)})]`;
}
