import type { HandlerAnswer, paidNumbers } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

type PaidNumber = HandlerAnswer<typeof paidNumbers>['numbers'][number];

type Row = Omit<PaidNumber, 'lastUsedAt' | 'registeredName'> & {
  registeredName: string | null;
  lastUsedAt: Date;
};

const LOOKED_AT = 500;
const SHOWN = 20;

/** Lists phone numbers that a user has withdrawn to, latest first, each once with its latest names. */
export async function listPaidNumbers(db: Db, userId: string): Promise<PaidNumber[]> {
  const { rows } = await sql<Row>`
    select msisdn, (array_agg(name order by paid_at desc))[1] as name,
      (array_agg(email order by paid_at desc))[1] as email,
      (array_agg(paid_to_name order by paid_at desc) filter (where paid_to_name is not null))[1] as "registeredName",
      max(paid_at) as "lastUsedAt"
    from (
      select msisdn, recipient_name as name, recipient_email as email, paid_to_name,
        coalesce(settled_at, pending_since) as paid_at
      from withdrawals where user_id = ${userId} and status = 'COMPLETED'
      order by coalesce(settled_at, pending_since) desc, id desc limit ${LOOKED_AT}
    ) latest
    group by msisdn order by "lastUsedAt" desc limit ${SHOWN}`.execute(db);
  return rows.map(({ registeredName, lastUsedAt, ...row }) => ({
    ...row,
    registeredName: registeredName ?? undefined,
    lastUsedAt: lastUsedAt.toISOString(),
  }));
}
