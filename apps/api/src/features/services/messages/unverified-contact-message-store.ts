import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { RETENTION } from '../../../platform/retention.ts';

export type CountedChannel = 'sms' | 'email';

type Counted = { recipient: number; network: number; total: number; secondsLeft: number };

const TODAY = sql`(moment() at time zone 'Africa/Nairobi')::date`;
const TOMORROW = sql`((${TODAY} + 1)::timestamp at time zone 'Africa/Nairobi')`;

/**
 * Adds a message to the counts of its recipient and of its network.
 * @returns today's counts including this message, the sum over all networks, and the seconds left until the day ends
 */
export async function countMessage(
  tx: Transaction,
  message: { channel: CountedChannel; recipient: Buffer; network: Buffer },
): Promise<Counted> {
  const { channel, recipient, network } = message;
  const { rows } = await sql<Counted>`
    with counted as (
      insert into unverified_contact_messages as m (day, channel, counted_by, name, count)
      values (${TODAY}, ${channel}, 'network', ${network}, 1), (${TODAY}, ${channel}, 'recipient', ${recipient}, 1)
      on conflict (day, channel, counted_by, name) do update set count = m.count + 1
      returning counted_by, count
    )
    select
      (select count from counted where counted_by = 'recipient') as recipient,
      (select count from counted where counted_by = 'network') as network,
      1 + coalesce((
        select sum(count) from unverified_contact_messages
        where day = ${TODAY} and channel = ${channel} and counted_by = 'network'
      ), 0)::int as total,
      extract(epoch from ${TOMORROW} - moment())::int as "secondsLeft"`.execute(tx);
  const [counts] = rows;
  if (!counts) throw new Error('the message counts were not returned');
  return counts;
}

/** Reads today's messages by channel, and the number of networks that have reached their limit. */
export async function readMessagesOfToday(
  db: Db,
  networkLimits: Record<CountedChannel, number>,
): Promise<{ channel: CountedChannel; sent: number; fullNetworks: number }[]> {
  const { sms, email } = networkLimits;
  const { rows } = await sql<{ channel: CountedChannel; sent: number; fullNetworks: number }>`
    select channel, sum(count)::int as sent, count(*) filter (
      where count >= case channel when 'sms' then ${sms}::int else ${email}::int end
    )::int as "fullNetworks"
    from unverified_contact_messages where day = ${TODAY} and counted_by = 'network'
    group by channel order by channel desc`.execute(db);
  return rows;
}

/** Deletes counts that no limit reads any more. Called by a daily job. */
export async function deleteUnverifiedContactMessages(db: Db): Promise<void> {
  await sql`
    delete from unverified_contact_messages where day < ${TODAY} - ${RETENTION.unverified_contact_messages.after}::interval`.execute(
    db,
  );
}
