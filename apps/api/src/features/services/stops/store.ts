import type { StopName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type StopRow = {
  id: string;
  name: StopName;
  sentenceEn: string;
  sentenceSw: string;
  reason: string;
  startedAt: Date;
  startedBy: string;
  endedAt: Date | null;
  waitingApprovalId: string | null;
};

const LATEST = 50;

const STOP = sql`
  s.id, s.name, s.sentence_en as "sentenceEn", s.sentence_sw as "sentenceSw", s.reason, s.started_at as "startedAt",
  a.name as "startedBy", s.ended_at as "endedAt",
  (select p.id from approvals p where p.kind = 'start-again' and p.subject_id = s.id::text and p.closed_as is null
    and p.expires_at > moment()) as "waitingApprovalId"
  from stops s join administrators a on a.id = s.started_by`;

export async function readInForce(db: Db): Promise<StopRow[]> {
  const { rows } =
    await sql<StopRow>`select ${STOP} where s.ended_at is null order by s.started_at, s.id`.execute(db);
  return rows;
}

/** Lists the stops in force and the latest stops that ended, newest first. */
export async function listLatest(db: Db): Promise<StopRow[]> {
  const { rows } = await sql<StopRow>`
    select ${STOP} order by s.ended_at is not null, s.started_at desc, s.id desc limit ${LATEST}`.execute(db);
  return rows;
}

export async function findStop(tx: Transaction, id: string): Promise<StopRow | undefined> {
  const { rows } = await sql<StopRow>`select ${STOP} where s.id = ${id}`.execute(tx);
  return rows[0];
}

export type NewStop = {
  id: string;
  name: StopName;
  sentence: { en: string; sw: string };
  reason: string;
  startedBy: string;
};

/** @returns false if the same is stopped already */
export async function insertStop(tx: Transaction, stop: NewStop): Promise<boolean> {
  const { rows } = await sql`
    insert into stops (id, name, sentence_en, sentence_sw, reason, started_by)
    values (${stop.id}, ${stop.name}, ${stop.sentence.en}, ${stop.sentence.sw}, ${stop.reason}, ${stop.startedBy})
    on conflict (name) where ended_at is null do nothing returning id`.execute(tx);
  return rows.length === 1;
}

/** @returns false if the stop has ended already */
export async function endStop(tx: Transaction, id: string, approvalId: string): Promise<boolean> {
  const { rows } = await sql<{ isEnded: boolean }>`
    select start_again(${id}, ${approvalId}) as "isEnded"`.execute(tx);
  return rows[0]?.isEnded ?? false;
}

/** Ends the stop of this name without an approval. Only the owner of the tables may. */
export async function endStopAsOwner(tx: Transaction, name: StopName): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select s.id from stops s where s.name = ${name} and s.ended_at is null and end_stop(s.id, null)`.execute(
    tx,
  );
  return rows[0]?.id;
}

export async function keepFromEnding(db: Db): Promise<void> {
  await sql`select keep_from_ending()`.execute(db);
}

/** @returns false if no voucher waits for its days */
export async function giveBackDays(db: Db, howMany: number): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`select give_back_days(${howMany}) as "isLeft"`.execute(db);
  return rows[0]?.isLeft ?? false;
}
