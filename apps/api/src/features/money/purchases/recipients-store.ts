import type { HandlerAnswer, recipients } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

type Recipient = HandlerAnswer<typeof recipients>['recipients'][number];

/** The latest gifts are looked through; a buyer of more has most recipients among them. */
const LOOKED_AT = 500;
const SHOWN = 50;

/** People a user has paid a gift for, the latest first, each phone number once with what was last written to it. */
export async function listRecipients(db: Db, buyerId: string): Promise<Recipient[]> {
  const { rows } = await sql<Omit<Recipient, 'lastUsedAt'> & { lastUsedAt: Date }>`
    select * from (
      select distinct on (msisdn) msisdn, "fullName", email, "lastUsedAt" from (
        select recipient_msisdn as msisdn, recipient_name as "fullName", recipient_email as email,
          coalesce(completed_at, pending_since) as "lastUsedAt"
        from purchases where buyer_id = ${buyerId} and status = 'COMPLETED'
        order by coalesce(completed_at, pending_since) desc, id desc limit ${LOOKED_AT}
      ) latest
      order by msisdn, "lastUsedAt" desc
    ) people
    order by "lastUsedAt" desc limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, lastUsedAt: row.lastUsedAt.toISOString() }));
}
