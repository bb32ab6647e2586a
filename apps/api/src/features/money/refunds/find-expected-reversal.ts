import { shillingsOf } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { findSend, type SendKey } from './send-store.ts';
import { findRefund } from './store.ts';

/** What a result of an order must agree with. @returns undefined for an unknown order */
export async function findExpectedReversal(
  db: Db,
  key: SendKey,
): Promise<
  { refundId: string; originatorConversationId: string | null; amountShillings: number } | undefined
> {
  const send = await findSend(db, key);
  const refund = send && (await findRefund(db, { homeId: key.homeId, refundId: send.refundId }));
  if (!send || !refund) return undefined;
  const { refundId, originatorConversationId } = send;
  return { refundId, originatorConversationId, amountShillings: shillingsOf(refund.amountCents) };
}
