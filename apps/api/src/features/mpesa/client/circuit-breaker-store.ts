import type { RefusalCode } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';

const PAUSE_MINUTES = 15;

/** What can be paused, and the refusal for requests meanwhile. */
const PAUSED = {
  withdrawals: 'withdrawals_paused',
  settlements: 'settlements_paused',
} as const satisfies Record<string, RefusalCode>;
export type Pausable = keyof typeof PAUSED;

/** Stops new pay-outs for a while, because M-PESA says that the fault is ours (no float, wrong credentials). */
export async function pause(tx: Transaction, name: Pausable, reason: string): Promise<void> {
  await sql`
    insert into circuit_breakers (name, reason, until)
    values (${name}, ${reason}, moment() + make_interval(mins => ${PAUSE_MINUTES}))
    on conflict (name) do update set reason = excluded.reason, until = excluded.until`.execute(tx);
}

/** @throws Refusal withdrawals_paused or settlements_paused, with the seconds until it may be tried again */
export async function requireClosedCircuit(tx: Transaction, name: Pausable): Promise<void> {
  const seconds = await circuitOpenSeconds(tx, name);
  if (seconds > 0) throw new Refusal(PAUSED[name], { retryAfterSeconds: seconds });
}

/** How long the pause still lasts; 0 when there is none. */
export async function circuitOpenSeconds(db: Db, name: Pausable): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from until - moment()))::int as seconds
    from circuit_breakers where name = ${name} and until > moment()`.execute(db);
  return rows[0]?.seconds ?? 0;
}
