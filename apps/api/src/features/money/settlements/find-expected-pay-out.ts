import { shillingsOf } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { findAttempt, type AttemptKey } from './attempt-store.ts';
import { findSettlement } from './store.ts';

/** What a result of an attempt must agree with. @returns undefined for an unknown attempt */
export async function findExpectedPayOut(
  db: Db,
  key: AttemptKey,
): Promise<
  { method: 'b2c' | 'b2b'; originatorConversationId: string | null; netShillings: number } | undefined
> {
  const attempt = await findAttempt(db, key);
  const settlement = attempt && (await findSettlement(db, attempt));
  if (!settlement || attempt.method === 'bank-file') return undefined;
  return {
    method: attempt.method,
    originatorConversationId: attempt.method === 'b2c' ? attempt.id : attempt.providerOriginatorId,
    netShillings: shillingsOf(settlement.amountCents - settlement.feeCents),
  };
}
