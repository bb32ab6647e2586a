import type { AdministratorRole, DailyMail } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type Subscription = Pick<DailyMail, 'hour' | 'language'>;

export type Reader = {
  id: string;
  email: string;
  staffRole: AdministratorRole;
  language: DailyMail['language'];
};

const TODAY = sql`(moment() at time zone 'Africa/Nairobi')::date`;
const HOUR = sql`extract(hour from moment() at time zone 'Africa/Nairobi')`;
const IS_DUE = sql`d.last_day < ${TODAY} and d.at_hour <= ${HOUR} and a.status = 'ACTIVE'`;

/** Reads an administrator's subscription; undefined while the mail is off. */
export async function findSubscription(db: Db, administratorId: string): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    select at_hour as hour, language from daily_mails where administrator_id = ${administratorId}`.execute(
    db,
  );
  return rows[0];
}

/** Switches the mail on or changes it. If the hour of today has passed, the first mail comes tomorrow. */
export async function putSubscription(
  tx: Transaction,
  administratorId: string,
  { hour, language }: Subscription,
): Promise<void> {
  await sql`
    insert into daily_mails as d (administrator_id, at_hour, language, last_day)
    values (${administratorId}, ${hour}, ${language},
      ${TODAY} - case when ${hour}::int <= ${HOUR} then 0 else 1 end)
    on conflict (administrator_id) do update
    set at_hour = excluded.at_hour, language = excluded.language,
      last_day = greatest(d.last_day, excluded.last_day)`.execute(tx);
}

export async function deleteSubscription(tx: Transaction, administratorId: string): Promise<void> {
  await sql`delete from daily_mails where administrator_id = ${administratorId}`.execute(tx);
}

/** Lists the administrators whose mail of today is due. */
export async function listDue(db: Db): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select a.id, a.email, a.role as "staffRole", d.language
    from daily_mails d join administrators a on a.id = d.administrator_id
    where ${IS_DUE} order by a.id`.execute(db);
  return rows;
}

/**
 * Marks the mail of today as sent, in the transaction of its outbox row.
 * @returns false if another process has sent it, or if it is no longer due
 */
export async function markSent(tx: Transaction, administratorId: string): Promise<boolean> {
  const { rows } = await sql`
    update daily_mails d set last_day = ${TODAY} from administrators a
    where d.administrator_id = ${administratorId} and a.id = d.administrator_id and ${IS_DUE}
    returning d.administrator_id`.execute(tx);
  return rows.length === 1;
}
