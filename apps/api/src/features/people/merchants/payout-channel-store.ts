import { banks, type BankName, type ChosenPayoutChannel } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** The payee of a merchant's money, with all fields that an M-PESA order needs. */
export type PayoutChannel = ChannelFrom<Date>;

/** A channel that is not effective yet. `effectiveAt` is null until two administrators release it. */
export type NextPayoutChannel = ChannelFrom<Date | null>;

type ChannelFrom<Moment> = {
  /** Number of the channel, counted from 1 for each merchant. */
  version: number;
  effectiveAt: Moment;
  /** Payment method as settlements show it. */
  shownAs: 'M-Pesa' | 'Bank Transfer';
} & (
  | { kind: 'mpesa'; msisdn: string }
  | { kind: 'till'; tillNumber: string }
  | { kind: 'paybill'; payBillNumber: string; accountNumber: string }
  | { kind: 'bank'; bankName: BankName; payBillNumber: string; accountNumber: string }
);

type ChannelRow = {
  version: number;
  effectiveAt: Date;
  kind: PayoutChannel['kind'];
  number: string;
  accountNumber: string | null;
  bankName: string | null;
};

// Condition of an effective channel. A change that was replaced before its time never becomes effective.
const effective = sql`
  c.ended_at is null and c.effective_at <= moment() and not exists (
    select from merchant_payout_channels later
    where later.merchant_id = c.merchant_id and later.version > c.version and later.set_at < c.effective_at
  )`;

const columns = sql`
  c.version, c.effective_at as "effectiveAt", c.kind, c.number, c.account_number as "accountNumber",
  c.bank_name as "bankName"`;

/** Reads the effective channel. @returns undefined when the owner has set none yet */
export async function readPayoutChannel(db: Db, merchantId: string): Promise<PayoutChannel | undefined> {
  const { rows } = await sql<ChannelRow>`
    select ${columns} from merchant_payout_channels c
    where c.merchant_id = ${merchantId} and ${effective}
    order by c.version desc limit 1`.execute(db);
  return rows[0] && channelOf(rows[0]);
}

/**
 * Reads the new channel that waits for its time or for two administrators.
 * @returns undefined if none waits
 */
export async function readNextPayoutChannel(
  db: Db,
  merchantId: string,
): Promise<NextPayoutChannel | undefined> {
  const { rows } = await sql<ChannelRow & { isReleased: boolean }>`
    select * from (
      select ${columns}, c.effective_at <> 'infinity' as "isReleased", c.ended_at
      from merchant_payout_channels c
      where c.merchant_id = ${merchantId} order by c.version desc limit 1
    ) latest
    where "effectiveAt" > moment() and ended_at is null`.execute(db);
  const [row] = rows;
  return row && { ...channelOf(row), effectiveAt: row.isReleased ? row.effectiveAt : null };
}

/** A channel with the person who set it, and its state. */
export type PayoutChannelRecord = NextPayoutChannel & {
  setBy: string;
  setAt: Date;
  state: 'now' | 'waiting' | 'former' | 'never';
};

/** Lists all channels of a merchant, newest first. */
export async function listPayoutChannels(
  db: Db,
  merchantId: string,
  limit: number,
): Promise<PayoutChannelRecord[]> {
  const { rows } = await sql<
    ChannelRow & Pick<PayoutChannelRecord, 'setBy' | 'setAt' | 'state'> & { isReleased: boolean }
  >`
    select ${columns}, c.set_at as "setAt",
      coalesce(s.name, case when s.handle is null then m.contact_name else s.handle end) as "setBy",
      c.effective_at <> 'infinity' as "isReleased",
      case
        when c.version = max(c.version) filter (where ${effective}) over () then 'now'
        when ${effective} then 'former'
        when c.ended_at is null and c.effective_at > moment() and c.version = max(c.version) over () then 'waiting'
        else 'never'
      end as state
    from merchant_payout_channels c
    join merchants m on m.id = c.merchant_id join merchant_staff s on s.id = c.set_by
    where c.merchant_id = ${merchantId} order by c.version desc limit ${limit}`.execute(db);
  return rows.map((row) => {
    const { setBy, setAt, state, isReleased, effectiveAt } = row;
    return { ...channelOf(row), effectiveAt: isReleased ? effectiveAt : null, setBy, setAt, state };
  });
}

/** Reads each merchant's current payment method as settlements show it; omits merchants without a channel. */
export async function readChannelsShownAs(
  db: Db,
  merchantIds: readonly string[],
): Promise<Map<string, PayoutChannel['shownAs']>> {
  const { rows } = await sql<{ merchantId: string; kind: PayoutChannel['kind'] }>`
    select distinct on (c.merchant_id) c.merchant_id as "merchantId", c.kind from merchant_payout_channels c
    where c.merchant_id = any(${merchantIds}::uuid[]) and ${effective}
    order by c.merchant_id, c.version desc`.execute(db);
  return new Map(rows.map(({ merchantId, kind }) => [merchantId, shownAs(kind)]));
}

/**
 * Appends a channel. The database decides when it becomes effective: the first at once, a change after 24
 * hours. If the money might go to a stranger, both wait until two administrators release the channel. Lock
 * the merchant first.
 * @returns the channel's version, and the time when it becomes effective: null until the release
 */
export async function insertPayoutChannel(
  tx: Transaction,
  chosen: { merchantId: string; staffId: string; channel: ChosenPayoutChannel },
): Promise<{ version: number; effectiveAt: Date | null }> {
  const { merchantId, staffId, channel } = chosen;
  const { number, accountNumber, bankName } = numbersOf(channel);
  const { rows } = await sql<{ version: number; effectiveAt: Date | null }>`
    select new_version as version, nullif(counts_at, 'infinity') as "effectiveAt"
    from set_payout_channel(${merchantId}, ${staffId}, ${channel.kind}, ${number}, ${accountNumber}, ${bankName})`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) throw new Error('a pay-out channel was not inserted');
  return row;
}

/**
 * Releases a channel.
 * @returns the time when it becomes effective; undefined when it is no longer the latest channel
 */
export async function releasePayoutChannel(
  tx: Transaction,
  { merchantId, version, approvalId }: { merchantId: string; version: number; approvalId: string },
): Promise<Date | undefined> {
  const { rows } = await sql<{ effectiveAt: Date | null }>`
    select release_payout_channel(${merchantId}, ${version}, ${approvalId}) as "effectiveAt"`.execute(tx);
  return rows[0]?.effectiveAt ?? undefined;
}

/** Cancels the waiting channel, so that it never becomes effective. */
export async function endWaitingChannel(tx: Transaction, merchantId: string): Promise<void> {
  await sql`select end_waiting_channel(${merchantId})`.execute(tx);
}

type Numbers = { number: string; accountNumber: string | null; bankName: BankName | null };

function numbersOf(channel: ChosenPayoutChannel): Numbers {
  if (channel.kind === 'mpesa') return { number: channel.msisdn, accountNumber: null, bankName: null };
  if (channel.kind === 'till') return { number: channel.tillNumber, accountNumber: null, bankName: null };
  const { accountNumber } = channel;
  if (channel.kind === 'paybill') return { number: channel.payBillNumber, accountNumber, bankName: null };
  return { number: banks[channel.bankName], accountNumber, bankName: channel.bankName };
}

function channelOf(row: ChannelRow): PayoutChannel {
  const { version, effectiveAt, kind, number } = row;
  const common = { version, effectiveAt, shownAs: shownAs(kind) };
  // Check constraints of the table guarantee the columns that each kind needs.
  const accountNumber = row.accountNumber ?? '';
  if (kind === 'mpesa') return { ...common, kind, msisdn: number };
  if (kind === 'till') return { ...common, kind, tillNumber: number };
  if (kind === 'paybill') return { ...common, kind, payBillNumber: number, accountNumber };
  return { ...common, kind, bankName: row.bankName as BankName, payBillNumber: number, accountNumber };
}

function shownAs(kind: PayoutChannel['kind']): PayoutChannel['shownAs'] {
  return kind === 'bank' ? 'Bank Transfer' : 'M-Pesa';
}
