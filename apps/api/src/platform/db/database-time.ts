import { sql } from 'kysely';

/** The beginning of the present transaction, by the database's clock. */
export const databaseNow = sql<Date>`moment()`;

/** Some seconds after the beginning of the present transaction. */
export function databaseIn(seconds: number) {
  return sql<Date>`moment() + make_interval(secs => ${seconds})`;
}
