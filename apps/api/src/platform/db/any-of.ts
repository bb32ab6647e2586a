import { sql, type RawBuilder } from 'kysely';

/**
 * Builds the condition that a column has one of these values. Passes an array only for several values, because of
 * plans (ADR 0025): PostgreSQL expects ten values in an array parameter. A generic plan then looks more expensive
 * than a plan for the actual values, and PostgreSQL plans every time. An empty list matches no rows, so do not use
 * this under `not`.
 * @param column may include its table: `v.id`
 * @param type type of the column
 */
export function isAnyOf(
  column: string,
  values: readonly unknown[],
  type: 'bytea' | 'smallint' | 'text' | 'uuid',
): RawBuilder<boolean> {
  const [only, ...others] = values;
  const ref = sql.ref(column);
  const as = sql.raw(type);
  return others.length === 0 ? sql`${ref} = ${only ?? null}::${as}` : sql`${ref} = any(${values}::${as}[])`;
}

/**
 * Builds a subquery for the `from` of an UPDATE or the `using` of a DELETE of several rows. It locks the rows ordered by
 * this column. Without it two statements that change the same rows could lock them in opposite orders, a deadlock.
 * @param type type of the column
 */
export function lockedInOrder(
  table: string,
  column: string,
  values: readonly unknown[],
  type: 'bytea' | 'uuid',
): RawBuilder<unknown> {
  const ref = sql.ref(column);
  return sql`
    (select ${ref} from ${sql.table(table)} where ${isAnyOf(column, values, type)} order by ${ref} for update)`;
}
