import type { MessageState, TransactionType } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { messageStateColumns } from '../../services/delivery-reports/index.ts';
import { account, postings } from '../../services/postings/index.ts';

export type Try = {
  id: string;
  at: Date;
  state: string;
  resultCode: string | null;
  receipt: string | null;
  providerId: string | null;
};

/** Lists the attempts to pay one transaction, by M-PESA or the bank, oldest first. */
export async function listTries(db: Db, type: TransactionType, id: string): Promise<Try[]> {
  const tries = TRIES[type];
  if (!tries) return [];
  const { rows } = await sql<Try>`${tries(id)} order by at, id`.execute(db);
  return rows;
}

const ORDERS = sql`
  select o.id, o.created_at as at, o.state, o.result_code as "resultCode", o.receipt,
    coalesce(o.provider_ids[cardinality(o.provider_ids)], o.conversation_id) as "providerId"
  from orders o`;

const TRIES: Partial<Record<TransactionType, (id: string) => RawBuilder<unknown>>> = {
  Deposit: (id) => sql`${ORDERS}
    where o.home_id = (select home_id from unique_names where kind = 'purchase' and key = ${id}) and o.kind = 'purchase'`,
  Withdrawal: (id) => sql`${ORDERS} where o.id = ${id}`,
  Settlement: (id) => sql`
    select a.id, a.started_at as at, case when a.state = 'OPEN' then o.state else a.state end as state,
      o.result_code as "resultCode", a.reference as receipt, o.conversation_id as "providerId"
    from settlement_attempts a join settlements s on s.merchant_id = a.merchant_id and s.id = a.settlement_id
    left join orders o on o.home_id = a.merchant_id and o.id = a.id
    where s.id = ${id}`,
  Refund: (id) => sql`${ORDERS} where o.id = ${id}`,
};

export type Entry = {
  at: Date;
  kind: string;
  debit: string;
  credit: string;
  amountCents: bigint;
  reference: string | null;
};

const MOST_ENTRIES = 200;

/** SQL condition for transfers that reserved, paid or returned a payment's money, including late payments. */
function reservedMoney(id: string): RawBuilder<unknown> {
  const held = account.held(id);
  const late = postings.withdrawalPaidLateIds(id);
  return sql`(debit = ${held} or credit = ${held} or (
    home_id = (select home_id from unique_names where kind = 'withdrawal' and key = ${id}) and id = any(${late}::uuid[])
  ))`;
}

/**
 * Lists the ledger entries of vouchers, or of money reserved for a payment.
 * @param of.alsoIds ids of further transfers, in the books of `userId`
 */
export async function listEntries(
  db: Db,
  of: { homeIds: string[]; alsoIds: string[]; userId: string | null } | { heldFor: string },
): Promise<Entry[]> {
  const condition =
    'homeIds' in of
      ? sql`(home_id = any(${of.homeIds}::uuid[]) or (home_id = ${of.userId} and id = any(${of.alsoIds}::uuid[])))`
      : reservedMoney(of.heldFor);
  const { rows } = await sql<Entry>`
    select posted_at as at, kind, debit, credit, amount_cents as "amountCents", reference
    from ledger.transfers where ${condition}
    order by posted_at, position, id limit ${MOST_ENTRIES}`.execute(db);
  return rows;
}

export type Message = {
  at: Date;
  purpose: string;
  copies: number;
  outcome: string | null;
  body: unknown;
};

/** Lists the callbacks about these targets, and the pay-bill callbacks with these receipts; oldest first. */
export async function listMessages(
  db: Db,
  about: { targetIds: string[]; receipts: string[]; homeIds: string[] },
): Promise<Message[]> {
  const { rows } = await sql<Message>`
    with reported as (
      select message_id from pay_bill_payments
      where receipt = any(${about.receipts}::text[]) or home_id = any(${about.homeIds}::uuid[])
    )
    select received_at as at, purpose, copies, outcome, body from provider_messages
    where target_id = any(${about.targetIds}::uuid[])
      or id in (select message_id from reported) or target_id in (select message_id from reported)
      or id in (
        select target_id from unique_names where kind = 'receipt' and key = any(${about.receipts}::text[])
      )
    order by received_at, id limit 100`.execute(db);
  return rows;
}

export type Notification = {
  at: Date;
  topic: 'sms' | 'email';
  dedupeKey: string;
  state: MessageState;
  tries: number;
  payload: Buffer | null;
  error: string | null;
};

/** Lists the messages about a transaction that are still in the outbox. */
export async function listNotifications(db: Db, dedupeKeys: string[]): Promise<Notification[]> {
  const { rows } = await sql<Notification>`
    select o.created_at as at, o.topic, o.dedupe_key as "dedupeKey", ${messageStateColumns}, o.attempts as tries,
      o.payload, coalesce(r.reason, o.last_error) as error
    from outbox o left join delivery_reports r on r.provider_id = o.provider_id
    where o.topic in ('sms', 'email') and o.dedupe_key = any(${dedupeKeys}::text[])
    order by o.created_at, o.id limit 100`.execute(db);
  return rows;
}

export type WebhookRow = {
  at: Date;
  type: string;
  state: 'pending' | 'delivered' | 'failed';
  tries: number;
  lastStatus: number | null;
};

/** Lists the webhooks about a transaction that were sent to the merchant's own system. */
export async function listWebhooks(db: Db, merchantId: string, ids: string[]): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select created_at as at, type, state, tries, last_status as "lastStatus" from webhook_deliveries
    where merchant_id = ${merchantId} and event_id = any(${ids}::uuid[]) order by created_at, id`.execute(db);
  return rows;
}
