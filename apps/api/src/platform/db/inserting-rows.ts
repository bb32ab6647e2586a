import { sql, type InsertObject, type InsertQueryBuilder, type InsertResult, type RawBuilder } from 'kysely';
import type { Database, Db } from './database.ts';

/** Columns whose value SQL computes from the other values of the row. */
type Computed = Record<string, (given: (column: string) => RawBuilder<unknown>) => RawBuilder<unknown>>;

/**
 * Builds an INSERT of one or more rows. Its SQL text is the same for any number of rows, so that PostgreSQL keeps its
 * plan.
 * @param rows at least one, all with the same columns. No column may be of type json: with several rows, its value
 *   would be stored as a JSON string
 */
export function insertingRows<Table extends keyof Database>(
  db: Db,
  table: Table,
  rows: Partial<InsertObject<Database, Table>>[],
  computed: Computed = {},
): InsertQueryBuilder<Database, Table, InsertResult> {
  const [first, ...others] = rows;
  if (!first) throw new TypeError(`No rows were given for ${table}.`);
  const columns = [...new Set([...Object.keys(first), ...Object.keys(computed)])];
  const isOther = (row: object) =>
    Object.keys(row).toSorted().join() !== Object.keys(first).toSorted().join();
  if (others.some(isOther)) throw new TypeError(`Rows for ${table} have different columns.`);
  const given =
    others.length === 0
      ? (column: string) => sql`${(first as Record<string, unknown>)[column]}`
      : (column: string) => sql`${sql.ref(`r.${column}`)}`;
  const values = sql.join(columns.map((column) => computed[column]?.(given) ?? given(column)));
  return db
    .insertInto(table)
    .columns(columns as (keyof Database[Table] & string)[])
    .expression(
      others.length === 0 ? sql`values (${values})` : sql`select ${values} from ${rowsOf(table, rows)} as r`,
    );
}

function rowsOf(table: string, rows: object[]): RawBuilder<unknown> {
  return sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(plain))}::json)`;
}

function plain(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, textOf(value)]));
}

/** Formats a value as text that PostgreSQL can read from JSON. */
function textOf(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return typeof value === 'bigint' ? String(value) : value;
}
