import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBook } from './client-book.ts';
import type { System } from './system.ts';

const LOOKS = 15;
const LOOK_EVERY_MS = 100;
/** Long enough for the handler of the first lease to end. */
const KEPT_MS = 2_000;

/**
 * Takes messages away from the worker that is sending them, as a second worker does after the end of a lease, and
 * checks that the first worker writes nothing more about them. Then gives them back.
 */
export async function takeLeases({
  system: { owner },
  book,
}: {
  system: System;
  book: ClientBook;
}): Promise<void> {
  const lease = randomUUID();
  const taken = new Set<string>();
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const { rows } = await owner.query<{ id: string }>(
        `update outbox set lease_token = $1, lease_until = now() + interval '1 minute'
         where state = 'pending' and lease_until > now() and lease_token <> $1 returning id`,
        [lease],
      );
      for (const { id } of rows) taken.add(id);
      await pause(LOOK_EVERY_MS);
    }
    await pause(KEPT_MS);
    const { rows: written } = await owner.query<{ id: string }>(
      'select id from outbox where id = any($1) and lease_token is distinct from $2',
      [[...taken], lease],
    );
    for (const { id } of written)
      book.contradictions.push(`the message ${id} was written by a worker without its lease`);
  } finally {
    await owner.query('update outbox set lease_until = now() where lease_token = $1', [lease]);
  }
}
