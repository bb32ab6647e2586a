import type { LostContactCase } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type NewCase = {
  id: string;
  userId: string;
  msisdn: string;
  registeredName: string;
  facts: readonly string[];
  note: string;
};

type Ending = Exclude<LostContactCase['state'], 'frozen'>;

/**
 * Opens a case.
 * @returns when the account gets the new phone number; undefined when the account already has an open case
 */
export async function insertCase(tx: Transaction, one: NewCase): Promise<Date | undefined> {
  const { rows } = await sql<{ effectiveAt: Date }>`
    insert into lost_contact_cases (id, user_id, msisdn, registered_name, facts, note)
    values (${one.id}, ${one.userId}, ${one.msisdn}, ${one.registeredName}, ${one.facts}, ${one.note})
    on conflict (user_id) where ended_at is null do nothing
    returning started_at + interval '72 hours' as "effectiveAt"`.execute(tx);
  return rows[0]?.effectiveAt;
}

/** Ends the user's open case because an old contact objected. Lock the user first. */
export async function endStoppedCase(tx: Transaction, userId: string): Promise<void> {
  await sql`
    update lost_contact_cases c set ended_at = moment(), ended_as = 'not-me'
    from users u
    where c.user_id = ${userId} and u.id = c.user_id and c.ended_at is null
      and u.wallet_frozen_by is distinct from 'lost-contacts'`.execute(tx);
}

export async function endCase(tx: Transaction, caseId: string, as: Ending): Promise<void> {
  await sql`
    update lost_contact_cases set ended_at = moment(), ended_as = ${as} where id = ${caseId}`.execute(tx);
}

export type DueCase = { id: string; userId: string; msisdn: string };

export async function readDueCases(db: Db): Promise<DueCase[]> {
  const { rows } = await sql<DueCase>`
    select id, user_id as "userId", msisdn from lost_contact_cases
    where ended_at is null and started_at <= moment() - interval '72 hours'
    order by started_at limit 100`.execute(db);
  return rows;
}

/** Replaces the account's phone number by the case's, unless an old contact has stopped the case. */
export async function replaceLostPhone(tx: Transaction, caseId: string): Promise<Ending | 'early'> {
  const { rows } = await sql<{ ended: Ending | 'early' }>`
    select replace_lost_phone(${caseId}::uuid) as ended`.execute(tx);
  return rows[0]?.ended ?? 'early';
}

export async function readLatestCase(
  db: Db,
  userId: string,
): Promise<
  { state: LostContactCase['state']; msisdn: string; startedAt: Date; effectiveAt: Date } | undefined
> {
  const { rows } = await sql<{
    state: LostContactCase['state'];
    msisdn: string;
    startedAt: Date;
    effectiveAt: Date;
  }>`
    select coalesce(
        c.ended_as, case when u.wallet_frozen_by = 'lost-contacts' then 'frozen' else 'not-me' end
      ) as state,
      c.msisdn, c.started_at as "startedAt", c.started_at + interval '72 hours' as "effectiveAt"
    from lost_contact_cases c join users u on u.id = c.user_id
    where c.user_id = ${userId} order by c.started_at desc limit 1`.execute(db);
  return rows[0];
}
