import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

export async function putPicture(
  db: Db,
  picture: { userId: string; name: string; webp: Buffer },
): Promise<void> {
  await sql`
    insert into user_pictures (user_id, name, webp)
    values (${picture.userId}, ${picture.name}, ${picture.webp})
    on conflict (user_id) do update set name = excluded.name, webp = excluded.webp`.execute(db);
}

export async function deletePicture(db: Db, userId: string): Promise<void> {
  await sql`delete from user_pictures where user_id = ${userId}`.execute(db);
}

export async function readPicture(db: Db, name: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ webp: Buffer }>`select webp from user_pictures where name = ${name}`.execute(
    db,
  );
  return rows[0]?.webp;
}
