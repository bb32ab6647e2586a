import { sandboxCredentials } from '../credentials.ts';
import type { Movement } from '../mpesa/movements.ts';
import { partyName } from '../mpesa/party-name.ts';
import { movementReasons } from '../mpesa/wording.ts';
import type { World } from '../world.ts';

export const statementAccounts = ['collection', 'utility', 'working'] as const;
export type StatementAccount = (typeof statementAccounts)[number];

/** One line of a statement; shillings, above zero when money came in. */
export type StatementEntry = {
  receipt: string;
  at: number;
  details: string;
  reason: string;
  change: number;
  otherParty: string;
  accountNumber: string;
  linkedReceipt: string;
};

/** Everything that one account of ours has seen since a moment, oldest first. */
export function entriesSince(world: World, account: StatementAccount, from: number): StatementEntry[] {
  const movements = world.database.all<Movement>(
    'SELECT * FROM movements WHERE at >= ? ORDER BY at, receipt',
    from,
  );
  return movements.flatMap((movement) => entriesOf(world, account, movement));
}

function entriesOf(world: World, account: StatementAccount, movement: Movement): StatementEntry[] {
  const { receipt, at, kind, amount, charge, reference } = movement;
  const entry = { receipt, at, accountNumber: '', linkedReceipt: '' };
  const [payer, payee] = [partyName(world, movement.payer), partyName(world, movement.payee)];
  const isOwnFloat = kind === 'b2b' && movement.payee === sandboxCredentials.shortCode;
  const paid = (wanted: StatementAccount, words: Omit<StatementEntry, keyof typeof entry>) =>
    account === wanted ? [{ ...entry, ...words }] : [];
  const fee = account === 'working' && charge > 0 ? [chargeOf(entry, charge, payee)] : [];

  if (kind === 'stk' || kind === 'c2b') {
    const reason = movementReasons[kind];
    const details = `${reason} from ${payer} Acc. ${reference}`;
    return paid('collection', { details, reason, change: amount, otherParty: payer }).map((line) => ({
      ...line,
      accountNumber: reference,
    }));
  }
  if (kind === 'reversal') {
    const reason = movementReasons[kind];
    const details = `${reason} of ${reference} to ${payee}`;
    return paid('collection', { details, reason, change: -amount, otherParty: payee }).map((line) => ({
      ...line,
      linkedReceipt: reference,
    }));
  }
  if (kind === 'b2c') {
    const reason = movementReasons[kind];
    const details = `${reason} to ${payee}`;
    return [...paid('utility', { details, reason, change: -amount, otherParty: payee }), ...fee];
  }
  if (isOwnFloat) {
    const reason = 'Merchant Account to Utility Account Transfer';
    const words = { details: reason, reason, otherParty: payee };
    return [
      ...paid('collection', { ...words, change: -amount }),
      ...paid('utility', { ...words, change: amount }),
    ];
  }
  const reason = movementReasons[kind];
  const details = `${reason} to ${payee} Acc. ${reference}`;
  return [...paid('working', { details, reason, change: -amount, otherParty: payee }), ...fee];
}

/** A charge stands under the receipt of the payment it is for. */
function chargeOf(
  entry: Pick<StatementEntry, 'receipt' | 'at' | 'accountNumber' | 'linkedReceipt'>,
  charge: number,
  otherParty: string,
): StatementEntry {
  const reason = 'Business Payment Charge';
  return { ...entry, details: reason, reason, change: -charge, otherParty };
}
