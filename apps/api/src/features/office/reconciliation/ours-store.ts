import type { StatementAccount } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import { account, purchasePostings } from '../../services/postings/index.ts';

/** Effect of one of our transfers on an M-PESA account; positive for incoming money. */
export type OurTransfer = {
  /** The receipt that led to this transfer. */
  receipt: string;
  homeId: string;
  transferId: string;
  kind: 'payment' | 'charge';
  ledgerKind: string;
  changeCents: bigint;
};

/** Returns the ledger account of a statement's account. Our ledger keeps utility and working as one account. */
export function ledgerAccountOf(statementAccount: StatementAccount): string {
  if (statementAccount === 'bank') return account.bankPayout;
  return statementAccount === 'collection' ? account.collection : account.payout;
}

const MOVEMENT = (ledgerAccount: string) => sql`
  t.home_id as "homeId", t.id as "transferId", t.kind as "ledgerKind",
  case when t.kind = 'provider_charge' then 'charge' else 'payment' end as kind,
  case when t.debit = ${ledgerAccount} then t.amount_cents else -t.amount_cents end as "changeCents"`;

/** The same condition as in the partial index on references, so that the planner can use the index. */
const MOVES_MPESA = sql`t.reference is not null and (
  t.debit in ('mpesa:collection', 'mpesa:payout') or t.credit in ('mpesa:collection', 'mpesa:payout'))`;

/** Finds transfers that have one of the receipts as their reference. */
export async function findByReference(
  db: Db,
  ledgerAccount: string,
  references: readonly string[],
): Promise<OurTransfer[]> {
  const { rows } = await sql<OurTransfer>`
    select t.reference as receipt, ${MOVEMENT(ledgerAccount)}
    from ledger.transfers t
    where t.reference = any(${references}::text[]) and ${MOVES_MPESA} and ${ledgerAccount} in (t.debit, t.credit)
    order by t.posted_at, t.position`.execute(db);
  return rows;
}

/**
 * Finds purchases whose transfer has the account number as its reference, because the receipt was unknown when it was
 * posted. Omits a purchase that a statement already matched to another receipt.
 * @returns the purchases in the order of `asked`; a purchase that matches several receipts is repeated
 */
export async function findByAccountNumber(
  db: Db,
  asked: readonly { receipt: string; accountNumber: string }[],
): Promise<OurTransfer[]> {
  const { rows } = await sql<OurTransfer>`
    select n.receipt, ${MOVEMENT(account.collection)}
    from unnest(
      ${asked.map(({ receipt }) => receipt)}::text[], ${asked.map(({ accountNumber }) => accountNumber)}::text[]
    ) with ordinality as n (receipt, account_number, place)
    join ledger.transfers t on t.reference = n.account_number
    where ${MOVES_MPESA} and t.debit = ${account.collection} and t.kind in ('purchase', 'second_payment')
      and not exists (
        select from reconciliation_transfers r
        join reconciliation_items i on i.id = r.item_id
        where r.transfer_id = t.id and r.home_id = t.home_id and r.account = 'collection' and r.is_there
          and i.receipt <> n.receipt
      )
    order by n.place, t.posted_at, t.position`.execute(db);
  return rows;
}

/** The payment that has a receipt. */
export type ReceiptOwner = {
  receipt: string;
  homeId: string;
  targetId: string;
  buyerId: string | null;
  settlementId: string | null;
  /** The vouchers of a purchase. */
  voucherIds: string[];
};

export async function findReceiptOwners(db: Db, receipts: readonly string[]): Promise<ReceiptOwner[]> {
  const { rows } = await sql<ReceiptOwner>`
    select n.key as receipt, n.home_id as "homeId", n.target_id as "targetId",
      (select p.buyer_id from purchases p where p.home_id = n.home_id limit 1) as "buyerId",
      (
        select a.settlement_id from settlement_attempts a where a.merchant_id = n.home_id and a.id = n.target_id
      ) as "settlementId",
      array(select g.voucher_id from purchase_gifts g where g.home_id = n.home_id) as "voucherIds"
    from unique_names n where n.kind = 'receipt' and n.key = any(${receipts}::text[])`.execute(db);
  return rows;
}

/**
 * Finds transfers by the ids derived from their payment, because a receipt that arrived late is not their reference.
 */
export async function findByOwner(
  db: Db,
  ledgerAccount: string,
  owners: readonly ReceiptOwner[],
): Promise<OurTransfer[]> {
  const wanted = owners.flatMap((owner) => transfersOf(owner, ledgerAccount));
  if (wanted.length === 0) return [];
  const { rows } = await sql<OurTransfer>`
    select w.receipt, ${MOVEMENT(ledgerAccount)}
    from unnest(
      ${wanted.map(({ receipt }) => receipt)}::text[], ${wanted.map(({ homeId }) => homeId)}::uuid[],
      ${wanted.map(({ id }) => id)}::uuid[]
    ) as w (receipt, home_id, id)
    join ledger.transfers t on t.home_id = w.home_id and t.id = w.id
    where ${ledgerAccount} in (t.debit, t.credit)`.execute(db);
  return rows;
}

function transfersOf(owner: ReceiptOwner, ledgerAccount: string) {
  const { receipt, homeId, targetId, buyerId, settlementId, voucherIds } = owner;
  const at = (home: string, kind: string, causeId: string, leg: string) => ({
    receipt,
    homeId: home,
    id: derivedId(kind, causeId, leg),
  });
  if (ledgerAccount === account.collection) {
    return [
      ...voucherIds.map((id) => at(id, 'purchase', targetId, purchasePostings.netLegOf(homeId, id))),
      at(homeId, 'purchase', targetId, 'fee'),
      at(homeId, 'suspense', targetId, 'received'),
      at(homeId, 'refund_reversed', targetId, 'gross'),
      ...(buyerId === null ? [] : [at(buyerId, 'second_payment', targetId, 'gross')]),
    ];
  }
  return [
    at(homeId, 'withdrawal_paid', targetId, 'net'),
    at(homeId, 'withdrawal_paid_late', targetId, 'wallet'),
    at(homeId, 'withdrawal_paid_late', targetId, 'loss'),
    at(homeId, 'provider_charge', targetId, 'charge'),
    ...(settlementId === null ? [] : [at(homeId, 'settlement_paid', settlementId, 'net')]),
  ];
}
