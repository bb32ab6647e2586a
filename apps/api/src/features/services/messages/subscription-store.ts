import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** A browser that gets push messages. */
export type PushDevice = { sessionId: string; userId: string };

// SQL conditions: the account's push switch is on, and the session has not ended.
const wants = sql`u.notifications and u.status = 'ACTIVE'`;
const isSignedIn = sql`s.ended_at is null and s.expires_at > moment() and s.session_version = u.session_version`;

/** Finds the devices of these users that are subscribed now. */
export async function findPushDevices(tx: Transaction, userIds: readonly string[]): Promise<PushDevice[]> {
  const { rows } = await sql<PushDevice>`
    select p.session_id as "sessionId", p.user_id as "userId"
    from push_subscriptions p
    join sessions s on s.id = p.session_id
    join users u on u.id = p.user_id
    where ${isAnyOf('p.user_id', userIds, 'uuid')} and ${wants} and ${isSignedIn}`.execute(tx);
  return rows;
}

/**
 * Reads the subscription of a device when a push is about to be sent.
 * @param options.reachesSignedOut true for the message that explains why the device was signed out
 */
export async function readSubscription(
  db: Db,
  sessionId: string,
  options: { reachesSignedOut: boolean },
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select p.subscription_sealed as sealed
    from push_subscriptions p
    join sessions s on s.id = p.session_id
    join users u on u.id = p.user_id
    where p.session_id = ${sessionId} and ${wants} and (${options.reachesSignedOut} or (${isSignedIn}))`.execute(
    db,
  );
  return rows[0]?.sealed;
}

export async function isSubscribed(db: Db, sessionId: string): Promise<boolean> {
  const { rows } = await sql`select from push_subscriptions where session_id = ${sessionId}`.execute(db);
  return rows.length === 1;
}

type Stored = { endpointHash: Buffer; sealed: Buffer };

/**
 * Stores a subscription. A browser has only one, and the user who signed in last gets its messages.
 * @param device.knownAs hashes of its endpoint with every key of the key ring
 */
export async function putSubscription(
  tx: Transaction,
  device: PushDevice & Stored & { knownAs: Buffer[] },
): Promise<void> {
  const { sessionId, userId, endpointHash, knownAs, sealed } = device;
  await sql`
    delete from push_subscriptions
    where endpoint_hash = any(${knownAs}::bytea[]) and session_id <> ${sessionId}`.execute(tx);
  await sql`
    insert into push_subscriptions (session_id, user_id, endpoint_hash, subscription_sealed)
    values (${sessionId}, ${userId}, ${endpointHash}, ${sealed})
    on conflict (session_id) do update
    set endpoint_hash = excluded.endpoint_hash, subscription_sealed = excluded.subscription_sealed`.execute(
    tx,
  );
}

/**
 * Replaces a subscription. Does nothing when the former endpoint is unknown, or when the page has already stored the
 * new endpoint.
 */
export async function replaceSubscription(
  db: Db,
  formerHashes: Buffer[],
  next: Stored & { knownAs: Buffer[] },
): Promise<void> {
  await sql`
    update push_subscriptions set endpoint_hash = ${next.endpointHash}, subscription_sealed = ${next.sealed}
    where endpoint_hash = any(${formerHashes}::bytea[])
      and not exists (select from push_subscriptions where endpoint_hash = any(${next.knownAs}::bytea[]))`.execute(
    db,
  );
}

/**
 * Deletes the subscription of a device.
 * @param knownAs deletes only while the device still has this endpoint; hashes with every key of the key ring
 */
export async function deleteSubscription(db: Db, sessionId: string, knownAs?: Buffer[]): Promise<void> {
  await sql`
    delete from push_subscriptions
    where session_id = ${sessionId}
      and (${knownAs ?? null}::bytea[] is null or endpoint_hash = any(${knownAs ?? null}::bytea[]))`.execute(
    db,
  );
}

/** Moves a subscription to another session of the same device. */
export async function moveSubscription(db: Db, from: string, to: string): Promise<void> {
  await sql`update push_subscriptions set session_id = ${to} where session_id = ${from}`.execute(db);
}

/** Reads some subscriptions from the time when sealed values did not begin with the id of their key. */
export async function readUnmarkedSubscriptions(db: Db): Promise<Buffer[]> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select subscription_sealed as sealed from push_subscriptions
    where get_byte(subscription_sealed, 0) = 1 limit 20`.execute(db);
  return rows.map(({ sealed }) => sealed);
}

/** Reads a sealed secret of the application itself. */
export async function readSecret(db: Db, name: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from app_secrets where name = ${name}`.execute(
    db,
  );
  return rows[0]?.sealed;
}

/** Stores a sealed secret; does nothing when a secret with this name exists. */
export async function keepSecret(db: Db, name: string, sealed: Buffer): Promise<void> {
  await sql`insert into app_secrets (name, sealed) values (${name}, ${sealed}) on conflict do nothing`.execute(
    db,
  );
}

/** Deletes the subscriptions of devices that were signed out a day ago. */
export async function deleteDeadSubscriptions(db: Db): Promise<void> {
  await sql`
    delete from push_subscriptions p using sessions s, users u
    where s.id = p.session_id and u.id = p.user_id and not (${isSignedIn})
      and coalesce(s.ended_at, s.last_used_at) < moment() - ${RETENTION.push_subscriptions.after}::interval`.execute(
    db,
  );
}
