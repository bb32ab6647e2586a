import { sql, type RawBuilder } from 'kysely';

/**
 * Builds the condition that a column is one of these values; passes an array only for several values. PostgreSQL
 * plans an array parameter as ten values. A generic plan then looks more expensive than the plan for the actual
 * value. PostgreSQL would plan every time instead of keeping a plan (ADR 0025). No values match no rows, so do not
 * use it under `not`.
 * @param column may include its table: `v.id`
 * @param type of the column
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
