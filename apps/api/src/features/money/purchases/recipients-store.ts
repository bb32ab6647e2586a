import type { HandlerAnswer, recipients } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

type Recipient = HandlerAnswer<typeof recipients>['recipients'][number];

/** Searches only this many latest gifts: they contain most recipients of a buyer with more gifts. */
const LOOKED_AT = 500;
const SHOWN = 50;

/**
 * Lists recipients of a user's gifts, latest first, each phone number once with its latest details. A
 * corrected recipient replaces the former one. Recipients of cancelled gifts are left out.
 */
export async function listRecipients(db: Db, buyerId: string): Promise<Recipient[]> {
  const { rows } = await sql<Omit<Recipient, 'lastUsedAt'> & { lastUsedAt: Date }>`
    select * from (
      select distinct on (msisdn) msisdn, "fullName", email, "lastUsedAt" from (
        select recipient_msisdn as msisdn, recipient_name as "fullName", coalesce(recipient_email, '') as email,
          issued_at as "lastUsedAt"
        from vouchers
        where buyer_id = ${buyerId} and recipient_msisdn is not null
          and closed_as is distinct from 'VOIDED' and closed_as is distinct from 'REFUNDED'
        order by issued_at desc, id desc limit ${LOOKED_AT}
      ) latest
      order by msisdn, "lastUsedAt" desc
    ) people
    order by "lastUsedAt" desc limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, lastUsedAt: row.lastUsedAt.toISOString() }));
}
