import type { Correction, ReconciliationState, StatementAccount } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

export type NewItem = {
  id: string;
  kind: 'payment' | 'charge';
  state: ReconciliationState;
  receipt: string;
  at: Date;
  details: string;
  accountNumber: string;
  linkedReceipt?: string | undefined;
  theirsCents: bigint;
  oursCents: bigint;
  line?: number;
};

export type Shown = { transferId: string; homeId: string; itemId: string };

export async function insertItems(
  tx: Transaction,
  run: { id: string; account: StatementAccount },
  items: readonly NewItem[],
): Promise<void> {
  await sql`
    insert into reconciliation_items (
      id, run_id, account, kind, state, receipt, at, details, account_number, theirs_cents, ours_cents, line,
      linked_receipt
    )
    select i.id, ${run.id}, ${run.account}, i.kind, i.state, i.receipt, i.at, i.details, i.account_number,
      i.theirs_cents, i.ours_cents, i.line, i.linked_receipt
    from jsonb_to_recordset(${JSON.stringify(items.map(toRow))}::jsonb) as i (
      id uuid, kind text, state text, receipt text, at timestamptz, details text, account_number text,
      theirs_cents bigint, ours_cents bigint, line integer, linked_receipt text
    )`.execute(tx);
}

function toRow({ accountNumber, linkedReceipt, theirsCents, oursCents, ...item }: NewItem) {
  // JSON has no bigint, so amounts are sent as digits, which the database reads.
  return {
    ...item,
    account_number: accountNumber,
    linked_receipt: linkedReceipt,
    theirs_cents: String(theirsCents),
    ours_cents: String(oursCents),
  };
}

/**
 * Records which of our transfers a statement shows, and which it should have shown but did not. A transfer already
 * recorded as shown keeps its first item.
 */
export async function recordShownTransfers(
  tx: Transaction,
  account: StatementAccount,
  { shown, isThere }: { shown: readonly Shown[]; isThere: boolean },
): Promise<void> {
  if (shown.length === 0) return;
  await sql`
    insert into reconciliation_transfers as known (transfer_id, home_id, account, item_id, is_there)
    select transfer_id, home_id, ${account}, item_id, ${isThere}
    from unnest(
      ${shown.map(({ transferId }) => transferId)}::uuid[], ${shown.map(({ homeId }) => homeId)}::uuid[],
      ${shown.map(({ itemId }) => itemId)}::uuid[]
    ) as s (transfer_id, home_id, item_id)
    order by transfer_id
    on conflict (transfer_id, home_id, account) do update set item_id = excluded.item_id, is_there = true
      where excluded.is_there and not known.is_there`.execute(tx);
}

/**
 * Inserts an item for each payment of this period that an earlier comparison matched or posted, and that this statement
 * lacks. Inserts it once, until a later statement shows the payment again.
 */
export async function insertDisappeared(
  tx: Transaction,
  { id: runId, account }: { id: string; account: StatementAccount },
  period: { from: Date; to: Date; isIncomingOnly: boolean },
): Promise<void> {
  await sql`
    insert into reconciliation_items (
      id, run_id, account, kind, state, receipt, at, details, account_number, theirs_cents, ours_cents, shown_before_item_id
    )
    select uuidv7(), ${runId}, account, kind, 'no_longer_there', receipt, at, details, account_number, 0,
      theirs_cents, id
    from (
      select distinct on (i.receipt, i.kind) i.*
      from reconciliation_items i
      where i.account = ${account} and i.at >= ${period.from} and i.at < ${period.to} and i.run_id <> ${runId}
        and i.receipt <> '' and (i.state = 'matched' or (i.closed_as = 'booked' and i.state <> 'no_longer_there'))
        and i.theirs_cents ${period.isIncomingOnly ? sql`> 0` : sql`<> 0`}
      order by i.receipt, i.kind, i.id desc
    ) shown
    where not exists (
        select from reconciliation_items n
        where n.run_id = ${runId} and n.receipt = shown.receipt and n.kind = shown.kind
      )
      and not exists (
        select from reconciliation_items n
        where n.receipt = shown.receipt and n.kind = shown.kind and n.account = ${account}
          and n.state = 'no_longer_there' and n.closed_as is distinct from 'found'
      )`.execute(tx);
}

/** Closes open items that another statement lacked and that this statement shows. */
export async function closeLaterShown(
  tx: Transaction,
  { id: runId, account }: { id: string; account: StatementAccount },
): Promise<void> {
  await sql`
    update reconciliation_items i set closed_as = 'found', closed_at = moment()
    where i.closed_as is null and i.state = 'missing_there' and i.account = ${account}
      and not exists (select from reconciliation_transfers r where r.item_id = i.id and not r.is_there)`.execute(
    tx,
  );
  await sql`
    update reconciliation_items i set closed_as = 'found', closed_at = moment()
    from reconciliation_items shown
    where i.closed_as is null and i.state = 'no_longer_there' and i.account = ${account}
      and shown.run_id = ${runId} and shown.receipt = i.receipt and shown.kind = i.kind
      and shown.state <> 'no_longer_there'`.execute(tx);
}

/** Copies explanations from an earlier statement if both amounts are the same. */
export async function carryExplanations(tx: Transaction, runId: string): Promise<void> {
  await sql`
    update reconciliation_items i
    set closed_as = 'explained', closed_by = e.closed_by, closed_at = moment(), reason = e.reason
    from reconciliation_items e
    where i.run_id = ${runId} and i.state in ('missing_here', 'amount_differs') and i.closed_as is null
      and e.receipt = i.receipt and e.run_id <> i.run_id and e.account = i.account and e.kind = i.kind
      and e.theirs_cents = i.theirs_cents and e.ours_cents = i.ours_cents and e.closed_as = 'explained'`.execute(
    tx,
  );
}

export type LockedItem = {
  id: string;
  runId: string;
  account: StatementAccount;
  kind: 'payment' | 'charge';
  state: ReconciliationState;
  receipt: string;
  accountNumber: string;
  details: string;
  at: Date;
  theirsCents: bigint;
  oursCents: bigint;
  /** Whether the line takes back a whole payment of ours. */
  isTakenBack: boolean;
  isOpen: boolean;
  closedBy: string | null;
  reason: string | null;
  correction: Correction | null;
};

/**
 * SQL condition on `reconciliation_items`: the line reverses a payment and has its amount. The payment's own action
 * books it, because a correction would leave its vouchers valid.
 */
export const isTakenBack = sql<boolean>`coalesce(account = 'collection' and theirs_cents < 0 and exists (
  select from unique_names n join purchases p on p.home_id = n.home_id
  where n.kind = 'receipt' and n.key = linked_receipt and p.amount_cents = -theirs_cents
), false)`;

const LOCKED = sql`id, run_id as "runId", account, kind, state, receipt, account_number as "accountNumber", details, at,
  theirs_cents as "theirsCents", ours_cents as "oursCents", ${isTakenBack} as "isTakenBack",
  closed_as is null and state <> 'matched' as "isOpen",
  closed_by as "closedBy", reason, correction`;

/**
 * Locks an item and all other items with its receipt. So a difference that several statements show is posted only once.
 */
export async function lockItem(tx: Transaction, itemId: string): Promise<LockedItem | undefined> {
  const { rows } = await sql<LockedItem>`
    select ${LOCKED} from reconciliation_items
    where id = ${itemId} or (
      receipt <> '' and receipt = (select receipt from reconciliation_items where id = ${itemId})
    )
    order by id for update`.execute(tx);
  return rows.find(({ id }) => id === itemId);
}

/** The most charges that one action books. */
export const CHARGES_AT_ONCE = 1_000;

export async function findOpenCharges(db: Db, runId: string, limit: number): Promise<LockedItem[]> {
  const { rows } = await sql<LockedItem>`
    select ${LOCKED} from reconciliation_items
    where run_id = ${runId} and kind = 'charge' and closed_as is null and state = 'missing_here'
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** `recentOf`: recent items of M-PESA's accounts or of the bank, after this one in the order of their ids. */
type Meant =
  | { runId: string }
  | { receipt: string }
  | { recentOf: 'mpesa' | 'bank'; after: string | undefined };

/**
 * Locks open items: of one run, of one receipt, or recent ones, including items about which M-PESA was recently
 * queried.
 */
export async function lockOpen(tx: Transaction, meant: Meant, limit: number): Promise<LockedItem[]> {
  const { rows } = await sql<LockedItem>`
    select ${LOCKED} from reconciliation_items
    where ${conditionFor(meant)} and closed_as is null and state <> 'matched'
      and state in ('missing_here', 'amount_differs')
    order by id limit ${limit} for update`.execute(tx);
  return rows;
}

function conditionFor(meant: Meant): RawBuilder<unknown> {
  if ('runId' in meant) return sql`run_id = ${meant.runId}`;
  if ('receipt' in meant) return sql`receipt = ${meant.receipt}`;
  const { recentOf, after } = meant;
  const place = after === undefined ? sql`` : sql` and id > ${after}`;
  // The bank's lines are often booked weeks later, when the month is closed.
  return recentOf === 'bank'
    ? sql`account = 'bank' and at > moment() - interval '100 days'${place}`
    : sql`account <> 'bank' and greatest(at, queried_at) > moment() - interval '72 hours'${place}`;
}

/** Stores the current amount of our ledger. If both amounts now agree, closes the item. */
export async function updateOurs(
  tx: Transaction,
  { id, state, oursCents }: { id: string; state: ReconciliationState; oursCents: bigint },
): Promise<void> {
  await sql`
    update reconciliation_items set state = ${state}, ours_cents = ${oursCents},
      closed_as = case when ${state} = 'matched' then 'found' end,
      closed_at = case when ${state} = 'matched' then moment() end
    where id = ${id}`.execute(tx);
}

export async function closeItem(
  tx: Transaction,
  id: string,
  closed: { as: 'booked' | 'explained'; by: string; reason: string; correction?: Correction },
): Promise<void> {
  await sql`
    update reconciliation_items set closed_as = ${closed.as}, closed_by = ${closed.by}, closed_at = moment(),
      reason = ${closed.reason}, correction = ${closed.correction ?? null}
    where id = ${id}`.execute(tx);
}

export async function markQueried(db: Db, id: string): Promise<void> {
  await sql`update reconciliation_items set queried_at = moment() where id = ${id}`.execute(db);
}
