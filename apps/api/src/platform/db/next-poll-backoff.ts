import { sql } from 'kysely';

/**
 * Sets the next poll (`next_query_at`) of a row that was due: the pauses double with every poll (`queries`),
 * from 10 seconds to half an hour, without an end.
 */
export const nextPollBackoff = sql`
  queries = queries + 1,
  next_query_at = moment() + make_interval(secs => least(1800, 10 * power(2, least(queries, 10))))`;
