import type { UssdSession } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/database.ts';

/**
 * Records what the caller has done: seen a gift or the wallet, claimed or bought a gift, withdrawn money, or thanked a
 * giver. All but the first are kept, whatever the caller looks at next.
 */
export async function recordOutcome(
  { tx, sessionId }: { tx: Transaction; sessionId: string },
  outcome: NonNullable<UssdSession['outcome']>,
): Promise<void> {
  await sql`
    update ussd_sessions set outcome = ${outcome}
    where id = ${sessionId} and (outcome is null or outcome = 'looked-up' and ${outcome} <> 'looked-up')`.execute(
    tx,
  );
}
