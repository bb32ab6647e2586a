import type { UssdSession } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { UssdEnd } from './gateway.ts';

export type StoredSession = {
  id: string;
  startedAt: Date;
  networkCode: string;
  steps: string[];
  outcome: NonNullable<UssdSession['outcome']> | null;
  isOver: boolean;
  /** Whether the mobile operator must have ended the session by now. */
  isExpired: boolean;
  endedAs: UssdEnd['endedAs'] | null;
  /** As the gateway reported it, or else until the last answer. */
  durationMs: number;
  costCents: number | null;
};

/** Lists the stored sessions of a number, newest first. */
export async function listStoredSessions(db: Db, msisdn: string, limit: number): Promise<StoredSession[]> {
  const { rows } = await sql<StoredSession>`
    select id, created_at as "startedAt", network_code as "networkCode", steps, outcome, is_over as "isOver",
      created_at < moment() - interval '180 seconds' as "isExpired", ended_as as "endedAs",
      coalesce(duration_ms, extract(epoch from answered_at - created_at) * 1000)::int as "durationMs",
      cost_cents::int as "costCents"
    from ussd_sessions where msisdn = ${msisdn}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
