import type { StopName } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';

/** Returns the only row of a query. */
export async function only<Row>(query: Promise<{ rows: Row[] }>): Promise<Row> {
  const [row] = (await query).rows;
  if (!row) throw new Error('the query returned no row');
  return row;
}

export type ProviderSigns = {
  lastAcknowledgedAt: Date | null;
  lastUnansweredAt: Date | null;
  /** Number of queries of the last ten minutes that M-PESA has not answered, and the time of the latest. */
  unansweredQueries: number;
  lastUnansweredQueryAt: Date | null;
  /** Number of orders and queries of the last hour that M-PESA has not answered, since its last answer. */
  unansweredSinceAnswer: number;
};

/** SQL condition on `payment_queries`: M-PESA did not answer, or its callback has not come within two minutes. */
const isUnanswered = sql`(state = 'UNANSWERED'
  or (state in ('ASKING', 'ACCEPTED') and asked_at < moment() - interval '2 minutes'))`;

/** SQL condition on `orders`: M-PESA has not answered the request, which it does within a minute. */
const isUnansweredOrder = sql`(state in ('INTENT', 'SENDING', 'UNKNOWN') and created_at < moment() - interval '1 minute')`;

/** Time of M-PESA's last answer, at most an hour ago. */
const SINCE_ANSWER = sql`greatest(answered.at, moment() - interval '1 hour')`;

/**
 * Reads when M-PESA last answered a request, and last failed to answer one. Ignores requests of the last minute,
 * because M-PESA may still answer them.
 */
export function readProviderSigns(db: Db): Promise<ProviderSigns> {
  return only(
    sql<ProviderSigns>`
      with answered as (
        select greatest(
          (select max(sent_at) from orders where created_at > moment() - interval '7 days'),
          (select max(received_at) from provider_messages),
          (select max(answered_at) from float_checks where at > moment() - interval '7 days'),
          (select max(ended_at) from payment_queries
            where asked_at > moment() - interval '1 hour' and state in ('ACCEPTED', 'ANSWERED', 'REFUSED'))
        ) as at
      )
      select answered.at as "lastAcknowledgedAt",
        (select max(created_at) from orders where ${isUnansweredOrder}) as "lastUnansweredAt",
        (select count(*)::int from payment_queries
          where asked_at > moment() - interval '10 minutes' and ${isUnanswered}) as "unansweredQueries",
        (select max(asked_at) from payment_queries
          where asked_at > moment() - interval '10 minutes' and ${isUnanswered}) as "lastUnansweredQueryAt",
        (select count(*)::int from orders
          where ${isUnansweredOrder} and created_at > ${SINCE_ANSWER})
        + (select count(*)::int from payment_queries where ${isUnanswered} and asked_at > ${SINCE_ANSWER})
        as "unansweredSinceAnswer"
      from answered`.execute(db),
  );
}

export type CallbackSigns = {
  lastReceivedAt: Date | null;
  lastHour: number;
  waiting: number;
  oldestWaitingAt: Date | null;
  /** True if M-PESA refuses our callback URLs for payments at the pay bill. */
  areAddressesRefused: boolean;
};

export function readCallbackSigns(db: Db): Promise<CallbackSigns> {
  return only(
    sql<CallbackSigns>`
      select (select max(received_at) from provider_messages) as "lastReceivedAt",
        (select count(*)::int from provider_messages where received_at > moment() - interval '1 hour') as "lastHour",
        count(*)::int as waiting, min(received_at) as "oldestWaitingAt",
        exists (select from alerts where kind = 'addresses_refused' and resolved_at is null) as "areAddressesRefused"
      from provider_messages where processed_at is null`.execute(db),
  );
}

export type PayBillSigns = { madeAt: Date; ending: string; isNext: boolean; lastReceivedAt: Date | null };

/** Reads the callback URLs for payments at the pay bill; the URL in use comes first. */
export async function readPayBillAddresses(db: Db): Promise<PayBillSigns[]> {
  const { rows } = await sql<PayBillSigns>`
    select a.made_at as "madeAt", a.ending, a.state = 'NEXT' as "isNext",
      (select max(t.last_used_at) from callback_tokens t
        where t.token_hash in (a.confirmation_hash, a.validation_hash)) as "lastReceivedAt"
    from pay_bill_addresses a where a.state <> 'RETIRED' order by a.state`.execute(db);
  return rows;
}

export type UnknownSigns = {
  purchases: number;
  withdrawals: number;
  settlements: number;
  refunds: number;
  oldestAt: Date | null;
  cents: bigint | null;
};

/** SQL condition on `orders`: M-PESA has not reported the outcome within ten minutes. */
export const isUnconfirmed = sql<boolean>`
  state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN') and created_at < moment() - interval '10 minutes'`;

/** Counts unconfirmed payments by kind. */
export function readUnknownPayments(db: Db): Promise<UnknownSigns> {
  return only(
    sql<UnknownSigns>`
      select count(*) filter (where kind = 'purchase')::int as purchases,
        count(*) filter (where kind = 'withdrawal')::int as withdrawals,
        count(*) filter (where kind = 'settlement')::int as settlements,
        count(*) filter (where kind = 'refund')::int as refunds, min(created_at) as "oldestAt",
        sum(amount_cents)::bigint as cents
      from orders where ${isUnconfirmed}`.execute(db),
  );
}

export type FloatSigns = {
  answeredAt: Date;
  agrees: boolean;
  isReported: boolean;
  collectionTheirs: bigint;
  collectionOurs: bigint;
  payoutTheirs: bigint;
  payoutOurs: bigint;
  unchargedPayouts: number;
  unchargedMostCents: bigint;
};

/** Reads the latest comparison of M-PESA's balances with the ledger; undefined before the first one. */
export async function readFloat(db: Db): Promise<FloatSigns | undefined> {
  const { rows } = await sql<FloatSigns>`
    select answered_at as "answeredAt", status = 'AGREES' as agrees, is_reported as "isReported",
      collection_theirs_cents as "collectionTheirs", collection_ours_cents as "collectionOurs",
      payout_theirs_cents as "payoutTheirs", payout_ours_cents as "payoutOurs",
      uncharged_payouts as "unchargedPayouts", uncharged_most_cents as "unchargedMostCents"
    from float_checks where answered_at is not null and is_comparison
    order by at desc, id desc limit 1`.execute(db);
  return rows[0];
}

/** When each of M-PESA's balances last equalled ours, and whether M-PESA answered the latest check. */
export type FloatProof = {
  collectionEqualAt: Date | null;
  payoutEqualAt: Date | null;
  isLatestAnswered: boolean;
};

export function readFloatProof(db: Db): Promise<FloatProof> {
  return only(
    sql<FloatProof>`
      select
        (select answered_at from float_checks where answered_at is not null
          and collection_theirs_cents = collection_ours_cents order by at desc, id desc limit 1) as "collectionEqualAt",
        (select answered_at from float_checks where answered_at is not null
          and payout_theirs_cents = payout_ours_cents order by at desc, id desc limit 1) as "payoutEqualAt",
        coalesce((select status <> 'FAILED' from float_checks where is_comparison
          order by at desc, id desc limit 1), true)
          as "isLatestAnswered"`.execute(db),
  );
}

export async function countOpenReviews(db: Db): Promise<number> {
  const { count } = await only(
    sql<{ count: number }>`select count(*)::int as count from reviews where resolved_at is null`.execute(db),
  );
  return count;
}

/** Finds the accounts whose balance was not the sum of their transfers in the last audit; undefined if there are none. */
export async function findDifferingAccounts(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ accounts: string }>`
    select coalesce(details ->> 'accounts', '') as accounts from alerts
    where kind = 'books_differ' and resolved_at is null`.execute(db);
  return rows[0]?.accounts;
}

export type CheckSigns = {
  name: string;
  label: string;
  text: string;
  nextStep: string | null;
  checkedAt: Date;
  failingSince: Date | null;
};

/** Reads the latest result of each check; those that fail come first. */
export async function readChecks(db: Db): Promise<CheckSigns[]> {
  const { rows } = await sql<CheckSigns>`
    select name, label, text, next_step as "nextStep", checked_at as "checkedAt", failing_since as "failingSince"
    from system_checks order by failing_since, name`.execute(db);
  return rows;
}

export type StopSigns = { name: StopName; since: Date; reason: string };

export async function readStops(db: Db): Promise<StopSigns[]> {
  const { rows } = await sql<StopSigns>`
    select name, started_at as since, reason from stops where ended_at is null order by started_at, id`.execute(
    db,
  );
  return rows;
}

export type PauseSigns = {
  what: 'withdrawals' | 'settlements';
  cause: 'float' | 'access';
  until: Date;
  isOver: boolean;
};

/** Reads which pay-outs M-PESA refused for a reason on our side, and whether they are tried again. */
export async function readPauses(db: Db): Promise<PauseSigns[]> {
  const { rows } = await sql<PauseSigns>`
    select b.name as what, coalesce(a.details->>'cause', 'access') as cause, b.until, b.until <= moment() as "isOver"
    from circuit_breakers b
    left join alerts a on a.kind = 'pay_outs_paused' and a.subject = b.name and a.resolved_at is null
    order by b.name`.execute(db);
  return rows;
}
