import { sql } from 'kysely';
import type { WebhookEventName } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type SwitchedOffReason = 'gone' | 'failing';

/** Key of a webhook address. A merchant's first address has the merchant's id. */
export type AddressKey = { merchantId: string; addressId: string };

export type AddressRecord = {
  id: string;
  /** Null once the address was removed. Its event switches are kept. */
  url: string | null;
  description: string;
  events: WebhookEventName[];
  createdAt: Date;
  failures: number;
  failingSince: Date | null;
  switchedOffAt: Date | null;
  switchedOffReason: SwitchedOffReason | null;
  secretMadeAt: Date | null;
  /** When the old secret stops signing; null if it has stopped. */
  oldSecretUntil: Date | null;
  isMerchantActive: boolean;
};

/** Lists a merchant's webhook addresses, the first one first. Includes removed ones. */
export async function readAddresses(db: Db, merchantId: string): Promise<AddressRecord[]> {
  const { rows } = await sql<AddressRecord>`
    select e.id, e.url, e.description, e.events, e.created_at as "createdAt", e.failures,
      e.failing_since as "failingSince", e.switched_off_at as "switchedOffAt",
      e.switched_off_reason as "switchedOffReason", e.secret_made_at as "secretMadeAt",
      case when e.old_secret_until > moment() then e.old_secret_until end as "oldSecretUntil",
      m.status in ('ACTIVE', 'PENDING') as "isMerchantActive"
    from webhook_addresses e join merchants m on m.id = e.merchant_id
    where e.merchant_id = ${merchantId}
    order by e.id <> e.merchant_id, e.created_at, e.id`.execute(db);
  return rows;
}

/** Inserts a webhook address unless it exists. A merchant's first address has no URL until it is saved. */
export async function insertAddress(
  tx: Transaction,
  { merchantId, addressId }: AddressKey,
  events: readonly WebhookEventName[],
): Promise<void> {
  await sql`
    insert into webhook_addresses (id, merchant_id, events) values (${addressId}, ${merchantId}, ${events}::text[])
    on conflict do nothing`.execute(tx);
}

export type LockedAddress = {
  url: string | null;
  description: string;
  failures: number;
  /** Time since the first failure after the last success; null if the last attempt succeeded. */
  failingForMs: number | null;
  isSwitchedOff: boolean;
  isWarned: boolean;
  hasSecret: boolean;
};

/** Locks a webhook address. Lock it before changing it or its deliveries: with one lock order there is no deadlock. */
export async function lockAddress(
  tx: Transaction,
  { merchantId, addressId }: AddressKey,
): Promise<LockedAddress | undefined> {
  const { rows } = await sql<LockedAddress>`
    select url, description, failures, (extract(epoch from moment() - failing_since) * 1000)::float8 as "failingForMs",
      switched_off_at is not null as "isSwitchedOff", warned_at is not null as "isWarned",
      secret is not null as "hasSecret"
    from webhook_addresses where id = ${addressId} and merchant_id = ${merchantId} for no key update`.execute(
    tx,
  );
  return rows[0];
}

/**
 * Locks the addresses of several deliveries, in a fixed order.
 * @returns addresses without failures. A success changes nothing in their rows.
 */
export async function lockHealthyAddresses(
  tx: Transaction,
  addressIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; failures: number }>`
    select id, failures from webhook_addresses where id = any(${addressIds}::uuid[])
    order by id for no key update`.execute(tx);
  return new Set(rows.filter(({ failures }) => failures === 0).map(({ id }) => id));
}

/** Saves the URL of an address. Resets its failures and its pause. */
export async function updateUrl(tx: Transaction, addressId: string, url: string | null): Promise<void> {
  await sql`
    update webhook_addresses
    set url = ${url}, failures = 0, failing_since = null, resumes_at = moment(), warned_at = null,
      switched_off_at = null, switched_off_reason = null, updated_at = moment()
    where id = ${addressId}`.execute(tx);
}

export async function updateEvents(
  tx: Transaction,
  addressId: string,
  events: readonly WebhookEventName[],
): Promise<void> {
  await sql`
    update webhook_addresses set events = ${events}::text[], updated_at = moment()
    where id = ${addressId}`.execute(tx);
}

export async function updateDescription(
  tx: Transaction,
  addressId: string,
  description: string,
): Promise<void> {
  await sql`
    update webhook_addresses set description = ${description}, updated_at = moment()
    where id = ${addressId}`.execute(tx);
}

/**
 * Replaces the signing secret. Keeps at most one old secret.
 * @param keepOldMs how long the current secret also signs, next to the new one
 * @returns the end of that time; null if the current secret stops at once
 */
export async function replaceSecret(
  tx: Transaction,
  addressId: string,
  { sealed, keepOldMs }: { sealed: Buffer; keepOldMs: number },
): Promise<Date | null> {
  const { rows } = await sql<{ oldSecretUntil: Date | null }>`
    update webhook_addresses
    set secret = ${sealed}, secret_made_at = moment(), updated_at = moment(),
      old_secret = case when ${keepOldMs}::float8 > 0 then secret end,
      old_secret_until = case when ${keepOldMs}::float8 > 0 and secret is not null
        then moment() + ${keepOldMs}::float8 * interval '1 millisecond' end
    where id = ${addressId}
    returning old_secret_until as "oldSecretUntil"`.execute(tx);
  return rows[0]?.oldSecretUntil ?? null;
}

/** Deletes the signing secret. The next save of the address creates a new one. */
export async function forgetSecret(tx: Transaction, addressId: string): Promise<void> {
  await sql`
    update webhook_addresses set secret = null, secret_made_at = null, old_secret = null, old_secret_until = null
    where id = ${addressId} and url is null`.execute(tx);
}

export async function recordSuccess(tx: Transaction, addressId: string): Promise<void> {
  await sql`
    update webhook_addresses set failures = 0, failing_since = null, resumes_at = moment(), warned_at = null
    where id = ${addressId}`.execute(tx);
}

/**
 * Records a failed attempt at an address.
 * @param holdMs how long no further delivery is sent to the address
 */
export async function recordFailure(tx: Transaction, addressId: string, holdMs: number): Promise<void> {
  await sql`
    update webhook_addresses
    set failures = failures + 1, failing_since = coalesce(failing_since, moment()),
      resumes_at = greatest(resumes_at, moment() + ${holdMs}::float8 * interval '1 millisecond')
    where id = ${addressId}`.execute(tx);
}

export async function markWarned(tx: Transaction, addressId: string): Promise<void> {
  await sql`update webhook_addresses set warned_at = moment() where id = ${addressId}`.execute(tx);
}

export async function switchOff(
  tx: Transaction,
  addressId: string,
  reason: SwitchedOffReason,
): Promise<void> {
  await sql`
    update webhook_addresses set switched_off_at = moment(), switched_off_reason = ${reason}, updated_at = moment()
    where id = ${addressId}`.execute(tx);
}

/** Ends the pause of an address, so that its next delivery is due at once. */
export async function liftHold(tx: Transaction, addressId: string): Promise<void> {
  await sql`update webhook_addresses set resumes_at = moment() where id = ${addressId}`.execute(tx);
}

/** Deletes removed addresses that the log no longer shows. Keeps a merchant's first address with its event switches. */
export async function removeOldAddresses(db: Db, after: string): Promise<void> {
  await sql`
    delete from webhook_addresses
    where url is null and id <> merchant_id and updated_at < moment() - ${after}::interval`.execute(db);
}
