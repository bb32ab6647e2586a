import type { HandlerAnswer, HandlerInput, history } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import { listActivities } from './activity-store.ts';
import { readPerson } from './read-person.ts';

type Input = { userId: string; query: HandlerInput<typeof history>['query'] };

/**
 * One page of everything that happened to a person's money. A page costs the same wherever it is.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function listHistory(db: Db, input: Input): Promise<HandlerAnswer<typeof history>> {
  const { cursor, limit, ...filters } = input.query;
  const person = await readPerson(db, input.userId);
  const after = parseCursor(cursor);
  const found = await listActivities(db, person, { filters, after, limit: limit + 1 });
  const { shown, nextCursor } = pageOf(found, limit);
  return { activities: shown.map(({ activity }) => activity), nextCursor };
}
