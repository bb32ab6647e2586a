import { sql } from 'kysely';

/** Start of the current transaction, by the database's clock. */
export const databaseNow = sql<Date>`moment()`;

/** Returns the time some seconds after the start of the current transaction. */
export function databaseIn(seconds: number) {
  return sql<Date>`moment() + make_interval(secs => ${seconds})`;
}
