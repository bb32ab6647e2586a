import { sql } from 'kysely';

/** The beginning of the present transaction, by the database's clock. */
export const databaseNow = sql<Date>`now()`;

/** This very moment, by the database's clock: orders what happens after a lock was waited for. */
export const databaseMoment = sql<Date>`clock_timestamp()`;

/** Some seconds after the beginning of the present transaction. */
export function databaseIn(seconds: number) {
  return sql<Date>`now() + make_interval(secs => ${seconds})`;
}
