import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { RefundKey } from './store.ts';

export type SendKey = { homeId: string; sendId: string };
export type Send = {
  id: string;
  refundId: string;
  state: 'SENDING' | 'SENT' | 'DONE' | 'FAILED';
  originatorConversationId: string | null;
};

const SEND = sql`id, refund_id as "refundId", state, originator_conversation_id as "originatorConversationId"`;

export async function insertSend(
  tx: Transaction,
  { homeId, refundId }: RefundKey,
  sendId: string,
): Promise<void> {
  await sql`
    insert into refund_sends (home_id, id, refund_id) values (${homeId}, ${sendId}, ${refundId})
    on conflict do nothing`.execute(tx);
}

export async function findSend(db: Db, { homeId, sendId }: SendKey): Promise<Send | undefined> {
  const { rows } = await sql<Send>`
    select ${SEND} from refund_sends where home_id = ${homeId} and id = ${sendId}`.execute(db);
  return rows[0];
}

/** Every order of one refund, the latest first. */
export async function listSends(db: Db, { homeId, refundId }: RefundKey): Promise<Send[]> {
  const { rows } = await sql<Send>`
    select ${SEND} from refund_sends where home_id = ${homeId} and refund_id = ${refundId}
    order by created_at desc`.execute(db);
  return rows;
}

/** M-PESA took the order. Its result may have come before this answer: what it ended stays ended. */
export async function recordSent(
  db: Db,
  { homeId, sendId }: SendKey,
  ids: { originatorConversationId: string; conversationId: string },
): Promise<void> {
  await sql`
    update refund_sends set originator_conversation_id = ${ids.originatorConversationId},
      conversation_id = ${ids.conversationId}, state = case when state = 'SENDING' then 'SENT' else state end
    where home_id = ${homeId} and id = ${sendId}`.execute(db);
}

export async function endSend(
  tx: Transaction,
  { homeId, sendId }: SendKey,
  ended: { state: 'DONE' | 'FAILED'; resultCode: string },
): Promise<void> {
  await sql`
    update refund_sends set state = ${ended.state}, result_code = ${ended.resultCode}, ended_at = clock_moment()
    where home_id = ${homeId} and id = ${sendId} and state in ('SENDING', 'SENT')`.execute(tx);
}

/** Whether an order other than this one may still be executed, or may have been. */
export async function hasOtherOpenSend(tx: Transaction, key: RefundKey, sendId: string): Promise<boolean> {
  const { rows } = await sql`
    select from refund_sends
    where home_id = ${key.homeId} and refund_id = ${key.refundId} and id <> ${sendId}
      and state in ('SENDING', 'SENT') limit 1`.execute(tx);
  return rows.length > 0;
}
