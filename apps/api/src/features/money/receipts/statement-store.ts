import type { Db } from '../../../platform/db/database.ts';
import { account, postings } from '../../services/postings/index.ts';

/** The other parties of a wallet's ledger entries. */
export type Counterparts = {
  /** Senders of gifts, by the id of the transfer that credited the wallet. */
  senders: ReadonlyMap<string, string>;
  /** Withdrawals, by the ledger account that holds the outgoing money. */
  withdrawals: ReadonlyMap<
    string,
    { name: string; msisdn: string; receipt: string | null; feeCents: bigint; wasPaid: boolean }
  >;
};

/**
 * Reads the other parties of ledger entries.
 * @param of.heldIn ledger accounts on the other side of the entries
 */
export async function readCounterparts(
  db: Db,
  of: { userId: string; from: Date; until: Date; heldIn: ReadonlySet<string> },
): Promise<Counterparts> {
  const { userId, from, until, heldIn } = of;
  const [claims, withdrawals] = await Promise.all([
    db
      .selectFrom('claims')
      .innerJoin('vouchers', 'vouchers.id', 'claims.voucher_id')
      .select(['claims.voucher_id', 'vouchers.sender_name'])
      .where('claims.user_id', '=', userId)
      .where('claims.claimed_at', '>=', new Date(from.getTime() - CLOCKS_APART_MS))
      .where('claims.claimed_at', '<', new Date(until.getTime() + CLOCKS_APART_MS))
      .execute(),
    db
      .selectFrom('withdrawals')
      .select(['id', 'recipient_name', 'msisdn', 'transaction_code', 'fee_cents', 'status'])
      .where('user_id', '=', userId)
      .where('status', '<>', 'REGISTERED')
      .execute(),
  ]);
  return {
    senders: new Map(
      claims.flatMap(({ voucher_id: voucherId, sender_name: name }) =>
        postings.claimTransferIds(voucherId).map((id) => [id, name] as const),
      ),
    ),
    withdrawals: new Map(
      withdrawals
        .map((row) => ({ ...row, heldIn: account.held(row.id) }))
        .filter((row) => heldIn.has(row.heldIn))
        .map(({ recipient_name: name, msisdn, transaction_code: receipt, fee_cents: feeCents, ...row }) => [
          row.heldIn,
          { name, msisdn, receipt, feeCents, wasPaid: row.status !== 'CANCELED' },
        ]),
    ),
  };
}

/** A claim and its transfer share a transaction, but their timestamps may differ by this much. */
const CLOCKS_APART_MS = 60_000;
