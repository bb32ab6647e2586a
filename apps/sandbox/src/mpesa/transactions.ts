import { formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { ourAccount } from '../store/accounts.ts';
import type { Account } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { createReceipt } from './ids.ts';

export type SandboxTransaction = {
  receipt: string;
  kind: 'stk' | 'c2b' | 'b2c' | 'b2b' | 'reversal';
  payer: string;
  payee: string;
  amount: number;
  charge: number;
  reference: string;
  originator_conversation_id: string | null;
  reversed_by: string | null;
  at: number;
};

/**
 * Moves money, under a new receipt unless one is given. M-PESA's charge moves from the working account to the charges
 * account, so that the total over all accounts stays the same.
 */
export function moveMoney(
  world: World,
  transaction: {
    kind: SandboxTransaction['kind'];
    from: Account;
    to: Account;
    amount: number;
    charge?: number;
    reference: string;
    originatorConversationId?: string;
    receipt?: string;
  },
): SandboxTransaction {
  const { database, accounts } = world;
  return database.transaction(() => {
    const receipt = transaction.receipt ?? createReceipt(world.clock());
    const charge = transaction.charge ?? 0;
    accounts.move(transaction.from, transaction.to, transaction.amount);
    accounts.move(ourAccount('working'), ourAccount('charges'), charge);
    database.run(
      `INSERT INTO transactions (receipt, kind, payer, payee, amount, charge, reference, originator_conversation_id, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      receipt,
      transaction.kind,
      transaction.from.party,
      transaction.to.party,
      transaction.amount,
      charge,
      transaction.reference,
      transaction.originatorConversationId ?? null,
      world.clock().getTime(),
    );
    for (const { party, kind } of [transaction.from, transaction.to])
      if (kind === 'phone') accounts.touch(party);
    return findTransaction(world, receipt);
  });
}

function findTransaction(world: World, receipt: string): SandboxTransaction {
  const transaction = findReceipt(world, receipt);
  if (transaction === undefined) throw new Error(`no transaction ${receipt}`);
  return transaction;
}

export function findReceipt(world: World, receipt: string): SandboxTransaction | undefined {
  return world.database.one<SandboxTransaction>('SELECT * FROM transactions WHERE receipt = ?', receipt);
}

/** Returns the total that a party paid to us, or received from us, since midnight in Nairobi. */
export function movedToday(world: World, side: 'payer' | 'payee', party: string): number {
  const midnight = Date.parse(`${formatNairobi(world.clock(), 'yyyy-MM-dd')}T00:00:00+03:00`);
  const kinds = side === 'payer' ? `('stk', 'c2b')` : `('b2c')`;
  const sql = `SELECT coalesce(sum(amount), 0) AS total FROM transactions WHERE ${side} = ? AND at >= ? AND kind IN ${kinds}`;
  return world.database.one<{ total: number }>(sql, party, midnight)?.total ?? 0;
}
