import type { Database } from './database.ts';

export type EventRow = { id: number; at: number; title: string; detail: string; callbackId: number | null };
export type Events = ReturnType<typeof createEvents>;

const kept = 1_000;
const shown = 100;

/** The page's event list: every request, prompt, message and callback, newest first. */
export function createEvents(database: Database, clock: () => Date) {
  return {
    record: (title: string, detail: string, callbackId?: number) =>
      database.transaction(() => {
        const insert = 'INSERT INTO events (title, detail, callback_id, at) VALUES (?, ?, ?, ?)';
        const { lastInsertRowid } = database.run(
          insert,
          title,
          detail,
          callbackId ?? null,
          clock().getTime(),
        );
        database.run('DELETE FROM events WHERE id <= ?', Number(lastInsertRowid) - kept);
      }),
    latest: () =>
      database.all<EventRow>(
        'SELECT id, at, title, detail, callback_id AS callbackId FROM events ORDER BY id DESC LIMIT ?',
        shown,
      ),
    clear: () => void database.run('DELETE FROM events'),
  };
}
