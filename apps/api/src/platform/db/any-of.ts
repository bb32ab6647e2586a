import { sql, type RawBuilder } from 'kysely';

/**
 * The condition that a column is one of these values; an array only where there are several. PostgreSQL takes an array of a parameter for
 * ten values: a plan for any one value then looks dearer than the plan for the one that is asked, which is made each time instead of kept
 * (ADR 0025).
 * No values are no rows; so it is not for a condition under `not`.
 * @param column may name its table: `v.id`
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
