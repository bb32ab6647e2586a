import { sql } from 'kysely';
import type { Logger } from 'pino';
import { lookupHash, type Keys } from '../platform/crypto/keys.ts';
import type { Db } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';

/** Releases an export slot. Calling it again has no effect. */
type Leave = () => void;

/**
 * Reserves one of a tenant's export slots, across all processes.
 * @returns undefined if no place is free
 */
export type TakeExportPlace = (tenant: string) => Promise<Leave | undefined>;

const PLACES = 2;
const HELD_SECONDS = 60;
const RENEWED_EVERY_MS = 20_000;

/**
 * Limits how many exports of a tenant run at once. There is no queue: an export lasts as long as a slow client reads
 * it. A place is leased, so that the place of a dead process is free within a minute.
 */
export function createExportPlaces({ db, keys, log }: { db: Db; keys: Keys; log: Logger }): TakeExportPlace {
  const held = new Set<string>();
  const leaving = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;

  async function renew(): Promise<void> {
    try {
      await sql`
        update export_places set held_until = moment() + make_interval(secs => ${HELD_SECONDS})
        where holder = any(${[...held]}::uuid[])`.execute(db);
    } catch (error) {
      log.warn({ err: error }, 'leases of export slots could not be renewed');
    }
  }

  function release(holder: string): void {
    if (!held.delete(holder)) return;
    if (held.size === 0) clearInterval(timer);
    const gone = sql`delete from export_places where holder = ${holder}`
      .execute(db)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'export slot could not be released; its lease ends within a minute'),
      )
      .finally(() => leaving.delete(gone));
    leaving.add(gone);
  }

  return async (tenant) => {
    // Waits for places that are being released. Otherwise a client that downloads one file after another could be
    // refused.
    await Promise.all(leaving);
    const holder = newId();
    const key = lookupHash(keys, JSON.stringify(['exports', tenant]));
    for (let place = 1; place <= PLACES; place += 1) {
      const { rows } = await sql`
        insert into export_places as p (tenant, place, holder, held_until)
        values (${key}, ${place}, ${holder}, moment() + make_interval(secs => ${HELD_SECONDS}))
        on conflict (tenant, place) do update set holder = excluded.holder, held_until = excluded.held_until
          where p.held_until < moment()
        returning 1`.execute(db);
      if (rows.length === 0) continue;
      if (held.size === 0) timer = setInterval(() => void renew(), RENEWED_EVERY_MS).unref();
      held.add(holder);
      return () => release(holder);
    }
    return undefined;
  };
}
