import type { LanguageName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** @returns undefined when the same browser had signed in from the same address within 30 days, or nobody ever had */
export async function readNewDevice(
  db: Db,
  sessionId: string,
): Promise<{ language: LanguageName } | undefined> {
  const { rows } = await sql<{ language: LanguageName }>`
    select u.language from sessions s join users u on u.id = s.subject_id
    where s.id = ${sessionId}
      and exists (select from sessions e where e.subject_id = u.id and e.audience = 'consumer' and e.id <> s.id)
      and not exists (
        select from sessions e
        where e.subject_id = u.id and e.audience = 'consumer' and e.id <> s.id
          and e.address = s.address and e.user_agent = s.user_agent and e.created_at > now() - interval '30 days'
      )`.execute(db);
  return rows[0];
}
