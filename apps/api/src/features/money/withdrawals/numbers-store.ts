import type { HandlerAnswer, paidNumbers } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

type PaidNumber = HandlerAnswer<typeof paidNumbers>['numbers'][number];

const LOOKED_AT = 500;
const SHOWN = 20;

/** Numbers that a user's money has reached, the latest first, each once with the name it was last given. */
export async function listPaidNumbers(db: Db, userId: string): Promise<PaidNumber[]> {
  const { rows } = await sql<Omit<PaidNumber, 'lastUsedAt'> & { lastUsedAt: Date }>`
    select * from (
      select distinct on (msisdn) msisdn, name, email, "lastUsedAt" from (
        select msisdn, recipient_name as name, recipient_email as email,
          coalesce(settled_at, pending_since) as "lastUsedAt"
        from withdrawals where user_id = ${userId} and status = 'COMPLETED'
        order by coalesce(settled_at, pending_since) desc, id desc limit ${LOOKED_AT}
      ) latest
      order by msisdn, "lastUsedAt" desc
    ) numbers
    order by "lastUsedAt" desc limit ${SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, lastUsedAt: row.lastUsedAt.toISOString() }));
}
