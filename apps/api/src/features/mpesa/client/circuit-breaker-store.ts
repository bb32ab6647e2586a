import type { RefusalCode } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';

const PAUSE_MINUTES = 15;

/** Refusal that a request gets while this kind of pay-out is paused. */
const PAUSED = {
  withdrawals: 'withdrawals_paused',
  settlements: 'settlements_paused',
} as const satisfies Record<string, RefusalCode>;
export type Pausable = keyof typeof PAUSED;

/**
 * Pauses one kind of new pay-outs for a while, because M-PESA refused for a reason on our side (no float, wrong credentials).
 */
export async function pause(tx: Transaction, name: Pausable, reason: string): Promise<void> {
  await sql`
    insert into circuit_breakers (name, reason, until)
    values (${name}, ${reason}, moment() + make_interval(mins => ${PAUSE_MINUTES}))
    on conflict (name) do update set reason = excluded.reason, until = excluded.until`.execute(tx);
}

/**
 * Ends a pause that is over, because M-PESA paid out again. A pay-out that was sent before the pause proves nothing, so
 * a pause that still lasts stays.
 * @returns whether this ended it
 */
export async function resume(tx: Transaction, name: Pausable): Promise<boolean> {
  const { rows } = await sql`
    delete from circuit_breakers where name = ${name} and until <= moment() returning name`.execute(tx);
  return rows.length > 0;
}

/** @throws Refusal withdrawals_paused or settlements_paused, with the seconds until the next attempt is allowed */
export async function requireClosedCircuit(tx: Transaction, name: Pausable): Promise<void> {
  const seconds = await circuitOpenSeconds(tx, name);
  if (seconds > 0) throw new Refusal(PAUSED[name], { retryAfterSeconds: seconds });
}

/** Reads how many seconds the pause still lasts; 0 without a pause. */
export async function circuitOpenSeconds(db: Db, name: Pausable): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from until - moment()))::int as seconds
    from circuit_breakers where name = ${name} and until > moment()`.execute(db);
  return rows[0]?.seconds ?? 0;
}
