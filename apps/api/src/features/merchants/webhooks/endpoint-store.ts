import { sql } from 'kysely';
import type { WebhookEventName } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type SwitchedOffReason = 'gone' | 'failing';

export type EndpointRecord = {
  url: string | null;
  events: WebhookEventName[];
  failures: number;
  failingSince: Date | null;
  switchedOffAt: Date | null;
  switchedOffReason: SwitchedOffReason | null;
  secretMadeAt: Date | null;
  /** Null once it is no longer used. */
  oldSecretUntil: Date | null;
  isMerchantActive: boolean;
};

/** @returns undefined for a merchant that has never saved anything here */
export async function readEndpoint(db: Db, merchantId: string): Promise<EndpointRecord | undefined> {
  const { rows } = await sql<EndpointRecord>`
    select e.url, e.events, e.failures, e.failing_since as "failingSince", e.switched_off_at as "switchedOffAt",
      e.switched_off_reason as "switchedOffReason", e.secret_made_at as "secretMadeAt",
      case when e.old_secret_until > moment() then e.old_secret_until end as "oldSecretUntil",
      m.status in ('ACTIVE', 'PENDING') as "isMerchantActive"
    from webhook_endpoints e join merchants m on m.id = e.merchant_id
    where e.merchant_id = ${merchantId}`.execute(db);
  return rows[0];
}

/** Makes sure that there is a row. */
export async function insertEndpoint(
  tx: Transaction,
  merchantId: string,
  events: readonly WebhookEventName[],
): Promise<void> {
  await sql`
    insert into webhook_endpoints (merchant_id, events) values (${merchantId}, ${events}::text[])
    on conflict do nothing`.execute(tx);
}

export type LockedEndpoint = {
  url: string | null;
  failures: number;
  /** Since the first failure after the last success; null when the last attempt succeeded. */
  failingForMs: number | null;
  isSwitchedOff: boolean;
  isWarned: boolean;
  hasSecret: boolean;
};

/** A change of an endpoint or its deliveries locks the endpoint first: one lock order, no deadlock. */
export async function lockEndpoint(tx: Transaction, merchantId: string): Promise<LockedEndpoint | undefined> {
  const { rows } = await sql<LockedEndpoint>`
    select url, failures, (extract(epoch from moment() - failing_since) * 1000)::float8 as "failingForMs",
      switched_off_at is not null as "isSwitchedOff", warned_at is not null as "isWarned",
      secret is not null as "hasSecret"
    from webhook_endpoints where merchant_id = ${merchantId} for no key update`.execute(tx);
  return rows[0];
}

/** Saving an address resets failures and holds. */
export async function updateUrl(tx: Transaction, merchantId: string, url: string | null): Promise<void> {
  await sql`
    update webhook_endpoints
    set url = ${url}, failures = 0, failing_since = null, held_until = moment(), warned_at = null,
      switched_off_at = null, switched_off_reason = null, updated_at = moment()
    where merchant_id = ${merchantId}`.execute(tx);
}

export async function updateEvents(
  tx: Transaction,
  merchantId: string,
  events: readonly WebhookEventName[],
): Promise<void> {
  await sql`
    update webhook_endpoints set events = ${events}::text[], updated_at = moment()
    where merchant_id = ${merchantId}`.execute(tx);
}

/**
 * Replaces the secret; of the ones before only the latest can be kept.
 * @param keepOldMs how long the present one is used beside the new one
 * @returns until when, null for not at all
 */
export async function replaceSecret(
  tx: Transaction,
  merchantId: string,
  { sealed, keepOldMs }: { sealed: Buffer; keepOldMs: number },
): Promise<Date | null> {
  const { rows } = await sql<{ oldSecretUntil: Date | null }>`
    update webhook_endpoints
    set secret = ${sealed}, secret_made_at = moment(), updated_at = moment(),
      old_secret = case when ${keepOldMs}::float8 > 0 then secret end,
      old_secret_until = case when ${keepOldMs}::float8 > 0 and secret is not null
        then moment() + ${keepOldMs}::float8 * interval '1 millisecond' end
    where merchant_id = ${merchantId}
    returning old_secret_until as "oldSecretUntil"`.execute(tx);
  return rows[0]?.oldSecretUntil ?? null;
}

export async function recordSuccess(tx: Transaction, merchantId: string): Promise<void> {
  await sql`
    update webhook_endpoints set failures = 0, failing_since = null, held_until = moment(), warned_at = null
    where merchant_id = ${merchantId}`.execute(tx);
}

/** @param holdMs how long nothing is sent there */
export async function recordFailure(tx: Transaction, merchantId: string, holdMs: number): Promise<void> {
  await sql`
    update webhook_endpoints
    set failures = failures + 1, failing_since = coalesce(failing_since, moment()),
      held_until = greatest(held_until, moment() + ${holdMs}::float8 * interval '1 millisecond')
    where merchant_id = ${merchantId}`.execute(tx);
}

export async function markWarned(tx: Transaction, merchantId: string): Promise<void> {
  await sql`update webhook_endpoints set warned_at = moment() where merchant_id = ${merchantId}`.execute(tx);
}

export async function switchOff(
  tx: Transaction,
  merchantId: string,
  reason: SwitchedOffReason,
): Promise<void> {
  await sql`
    update webhook_endpoints set switched_off_at = moment(), switched_off_reason = ${reason}, updated_at = moment()
    where merchant_id = ${merchantId}`.execute(tx);
}

/** Makes the next attempt due at once. */
export async function liftHold(tx: Transaction, merchantId: string): Promise<void> {
  await sql`update webhook_endpoints set held_until = moment() where merchant_id = ${merchantId}`.execute(tx);
}
