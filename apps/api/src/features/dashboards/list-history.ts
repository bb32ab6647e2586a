import type { HandlerAnswer, HandlerInput, history } from '@zawadi/contract';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { listActivities, type Place } from './activity-store.ts';
import { readPerson } from './read-person.ts';

type Input = { userId: string; query: HandlerInput<typeof history>['query'] };

/**
 * One page of everything that happened to a person's money. A page costs the same wherever it is.
 * @throws Refusal validation_failed for a cursor that is not one of ours
 */
export async function listHistory(db: Db, input: Input): Promise<HandlerAnswer<typeof history>> {
  const { cursor, limit, ...filters } = input.query;
  const person = await readPerson(db, input.userId);
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const found = await listActivities(db, person, { filters, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    activities: shown.map(({ activity }) => activity),
    nextCursor: last && found.length > limit ? makeCursor(last.place) : undefined,
  };
}

function makeCursor({ instant, id }: Place): string {
  return Buffer.from(`${instant} / ${id}`).toString('base64url');
}

const CURSOR = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::\d\d)?) \/ ([\da-f-]{36})$/u;

function parseCursor(cursor: string): Place {
  const [, instant, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (instant === undefined || id === undefined) throw new Refusal('validation_failed');
  return { instant, id };
}
