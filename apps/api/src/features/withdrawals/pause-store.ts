import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';

const PAUSE_MINUTES = 15;

/** Stops new withdrawals for a while, because M-PESA says that the fault is ours (no float, wrong credentials). */
export async function pauseWithdrawals(tx: Transaction, reason: string): Promise<void> {
  await sql`
    insert into pauses (name, reason, until)
    values ('withdrawals', ${reason}, now() + make_interval(mins => ${PAUSE_MINUTES}))
    on conflict (name) do update set reason = excluded.reason, until = excluded.until`.execute(tx);
}

/** @throws Refusal withdrawals_paused, with the seconds until it may be tried again */
export async function requireNotPaused(tx: Transaction): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from until - now()))::int as seconds
    from pauses where name = 'withdrawals' and until > now()`.execute(tx);
  const [pause] = rows;
  if (pause) throw new Refusal('withdrawals_paused', { retryAfterSeconds: pause.seconds });
}
