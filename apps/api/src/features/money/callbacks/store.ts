import { createHash } from 'node:crypto';
import { RETENTION } from '../../../platform/retention.ts';
import { sql } from 'kysely';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { valueOfEach } from '../../../platform/db/row-of-each.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { CallbackAddress, CallbackPurpose } from '../../mpesa/client/index.ts';

/**
 * Kind of a stored callback. `..._timeout` was sent to the time-out URL of a `..._result`, `c2b_retired` to a retired
 * pay-bill address.
 */
export type MessagePurpose =
  | CallbackPurpose
  | 'c2b_pulled'
  | 'c2b_retired'
  | `${'withdrawal' | 'settlement' | 'refund'}_timeout`;

export type ProviderMessage = {
  id: string;
  purpose: MessagePurpose;
  homeId: string;
  targetId: string;
  body: unknown;
  /** Trace context of the message's order, if any. */
  traceparent: string | null;
};

/**
 * Stores a message unchanged; counts a repetition of a stored message.
 * @returns the id of the stored message
 * @throws Refusal invalid_json
 */
export async function storeMessage(
  db: Db,
  callback: Omit<CallbackAddress, 'purpose'> & { purpose: MessagePurpose },
  body: unknown,
): Promise<string> {
  const [id] = await storeMessages(db, [writeDown(callback, body)]);
  if (id === undefined) throw new Error('a provider message was not stored');
  return id;
}

/** A message in its stored form. */
export type StorableMessage = Omit<ProviderMessage, 'id' | 'body'> & {
  text: string;
  /** Hexadecimal. */
  digest: string;
};

/**
 * Converts a callback into its stored form.
 * @throws Refusal invalid_json
 */
export function writeDown(
  callback: Omit<CallbackAddress, 'purpose'> & { purpose: MessagePurpose },
  body: unknown,
): StorableMessage {
  const text = textOf(body ?? null);
  const { purpose, homeId, targetId, traceparent = null } = callback;
  const digest = createHash('sha256').update(purpose).update(text).digest('hex');
  return { purpose, homeId, targetId, traceparent, text, digest };
}

/**
 * Stores messages in one SQL statement.
 * @returns the messages' ids, in order; equal messages have the same id
 */
export async function storeMessages(db: Db, messages: StorableMessage[]): Promise<string[]> {
  // Sorts the messages: the same order in every process prevents deadlocks.
  const same = [...Map.groupBy(messages, nameOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const given = same.flatMap(([, [first, ...others]]) =>
    first ? [{ ...first, copies: others.length + 1 }] : [],
  );
  const { rows } = await sql<{ id: string; targetId: string; digest: string }>`
    insert into provider_messages (id, purpose, home_id, target_id, body, digest, copies, traceparent)
    select id, purpose, home_id, target_id, body::json, decode(digest, 'hex'), copies, traceparent from unnest(
      ${given.map(() => newId())}::uuid[], ${given.map(({ purpose }) => purpose)}::text[], ${given.map(({ homeId }) => homeId)}::uuid[],
      ${given.map(({ targetId }) => targetId)}::uuid[], ${given.map(({ text }) => text)}::text[], ${given.map(({ digest }) => digest)}::text[],
      ${given.map(({ copies }) => copies)}::int[], ${given.map(({ traceparent }) => traceparent)}::text[]
    ) as given (id, purpose, home_id, target_id, body, digest, copies, traceparent)
    on conflict (target_id, digest) do update set copies = provider_messages.copies + excluded.copies
    returning id, target_id as "targetId", encode(digest, 'hex') as digest`.execute(db);
  const ids = new Map(rows.map((row) => [nameOf(row), row.id]));
  return messages.map((message) => {
    const id = ids.get(nameOf(message));
    if (id === undefined) throw new Error('a provider message was not stored');
    return id;
  });
}

function nameOf({ targetId, digest }: { targetId: string; digest: string }): string {
  return `${targetId} ${digest}`;
}

/** Serializing fails for a body nested too deeply, which does not come from a provider. */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch {
    throw new Refusal('invalid_json');
  }
}

/**
 * Locks messages that are not applied yet.
 * @returns each message; undefined if it is applied, or locked by another process
 */
export async function lockMessages(tx: Transaction, ids: string[]): Promise<(ProviderMessage | undefined)[]> {
  const { rows } = await sql<ProviderMessage>`
    select id, purpose, home_id as "homeId", target_id as "targetId", body, traceparent from provider_messages
    where ${isAnyOf('id', ids, 'uuid')} and processed_at is null for update skip locked`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

export async function finishMessages(tx: Transaction, all: { id: string; outcome: string }[]): Promise<void> {
  await sql`
    update provider_messages set processed_at = moment(),
      outcome = ${valueOfEach(
        'id',
        all.map(({ id, outcome: value }) => ({ id, value })),
        'text',
      )}
    where ${isAnyOf(
      'id',
      all.map(({ id }) => id),
      'uuid',
    )}`.execute(tx);
}

/**
 * Deletes the bodies of messages applied long ago. Their digests stay, so that a repetition is still
 * detected.
 * @returns the number of deleted bodies
 */
export async function deleteMessageBodies(db: Db): Promise<number> {
  const atMost = 5_000;
  for (let removed = 0; ;) {
    const { rows } = await sql<{ count: bigint }>`
      select delete_provider_message_bodies(${RETENTION.provider_messages.after}::interval, ${atMost}) as count`.execute(
      db,
    );
    const count = Number(rows[0]?.count ?? 0n);
    removed += count;
    if (count < atMost) return removed;
  }
}

/** Lists the messages to these targets whose bodies are still stored, oldest first. */
export async function listMessagesTo(
  db: Db,
  targetIds: readonly string[],
): Promise<{ at: Date; body: unknown }[]> {
  const { rows } = await sql<{ at: Date; body: unknown }>`
    select received_at as at, body from provider_messages
    where target_id = any(${targetIds}::uuid[]) and body_removed_at is null
    order by received_at, id limit 100`.execute(db);
  return rows;
}

/** Finds when we first registered a pay-bill address at M-PESA; in whole seconds, like M-PESA's list. */
export async function findLiveSince(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select date_trunc('second', min(created_at)) as at from callback_tokens where purpose = 'c2b'`.execute(
    db,
  );
  return rows[0]?.at ?? undefined;
}

/**
 * Finds a page of messages that a dead process stored and did not apply.
 * @param page.after last id of the previous page
 */
export async function findWaitingMessages(
  db: Db,
  page: { after?: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from provider_messages
    where processed_at is null and received_at < moment() - interval '5 seconds'
      and (${page.after ?? null}::uuid is null or id > ${page.after ?? null})
    order by id limit ${page.limit}`.execute(db);
  return rows.map(({ id }) => id);
}
