import { formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { ourAccount } from '../store/accounts.ts';
import type { Account } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { createReceipt } from './ids.ts';

export type Movement = {
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
 * Moves money under a new receipt. What M-PESA charges us for it goes from the working account to the charges
 * account, so that all accounts together stay the same.
 */
export function moveMoney(
  world: World,
  movement: {
    kind: Movement['kind'];
    from: Account;
    to: Account;
    amount: number;
    charge?: number;
    reference: string;
    originatorConversationId?: string;
  },
): Movement {
  const { database, accounts } = world;
  return database.transaction(() => {
    const receipt = createReceipt(world.clock());
    const charge = movement.charge ?? 0;
    accounts.move(movement.from, movement.to, movement.amount);
    accounts.move(ourAccount('working'), ourAccount('charges'), charge);
    database.run(
      `INSERT INTO movements (receipt, kind, payer, payee, amount, charge, reference, originator_conversation_id, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      receipt,
      movement.kind,
      movement.from.party,
      movement.to.party,
      movement.amount,
      charge,
      movement.reference,
      movement.originatorConversationId ?? null,
      world.clock().getTime(),
    );
    for (const { party, kind } of [movement.from, movement.to]) if (kind === 'phone') accounts.touch(party);
    return findMovement(world, receipt);
  });
}

function findMovement(world: World, receipt: string): Movement {
  const movement = findReceipt(world, receipt);
  if (movement === undefined) throw new Error(`no movement ${receipt}`);
  return movement;
}

export function findReceipt(world: World, receipt: string): Movement | undefined {
  return world.database.one<Movement>('SELECT * FROM movements WHERE receipt = ?', receipt);
}

/** What a party paid to us (or got from us) since midnight in Nairobi. */
export function movedToday(world: World, side: 'payer' | 'payee', party: string): number {
  const midnight = Date.parse(`${formatNairobi(world.clock(), 'yyyy-MM-dd')}T00:00:00+03:00`);
  const kinds = side === 'payer' ? `('stk', 'c2b')` : `('b2c')`;
  const sql = `SELECT coalesce(sum(amount), 0) AS total FROM movements WHERE ${side} = ? AND at >= ? AND kind IN ${kinds}`;
  return world.database.one<{ total: number }>(sql, party, midnight)?.total ?? 0;
}
