import { sql } from 'kysely';

/**
 * Sets when a row whose turn has come (`next_query_at`) has its next one: the pauses double with every turn (`queries`),
 * from 10 seconds to half an hour, for as long as it takes.
 */
export const nextPollBackoff = sql`
  queries = queries + 1,
  next_query_at = now() + make_interval(secs => least(1800, 10 * power(2, least(queries, 10))))`;
