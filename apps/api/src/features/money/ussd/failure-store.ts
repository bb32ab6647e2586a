import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { RETENTION } from '../../../platform/retention.ts';

export async function insertFailure(tx: Transaction): Promise<void> {
  await sql`insert into ussd_failures (id) values (${newId()})`.execute(tx);
}

export async function deleteOldFailures(db: Db): Promise<void> {
  await sql`
    delete from ussd_failures
    where failed_at < moment() - ${RETENTION.ussd_failures.after}::interval`.execute(db);
}
