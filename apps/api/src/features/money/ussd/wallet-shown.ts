import { shillingsOf } from '@zawadi/contract';
import { readBalance } from '../../../ledger/index.ts';
import { nairobiDay } from '../../../platform/nairobi-time.ts';
import { findUsersByVerifiedContact, readUser, requireActive } from '../../people/users/index.ts';
import { account } from '../../services/postings/index.ts';
import { listActivities, readPerson, signedAmount } from '../wallets/index.ts';
import { say, type Call, type Shown } from './call.ts';
import { recordOutcome } from './outcome-store.ts';
import type { Proven } from './pin.ts';
import { kesOnPhone } from './shown-on-phone.ts';

/** Movements on one screen. */
const SHOWN = 5;
/** The latest events of a person, among which movements of the wallet are looked for. */
const LOOKED_AT = 100;

/**
 * Returns the account of a proven caller; undefined without one.
 * @throws Refusal `account_frozen`
 */
async function activeId({ tx }: Call, { userId }: Proven): Promise<string | undefined> {
  if (userId === undefined) return undefined;
  return requireActive(await readUser(tx, userId)).id;
}

/** Shows the menu of the wallet. Without an account there is none. */
export async function showWallet(call: Call): Promise<Shown> {
  const [user] = await findUsersByVerifiedContact(call.tx, { msisdn: call.msisdn });
  return user
    ? { text: say(call, 'wallet', undefined) }
    : { text: say(call, 'noWallet', undefined), isLast: true };
}

/** Shows the wallet's balance. */
export async function showBalance(call: Call, proven: Proven): Promise<Shown> {
  const userId = await activeId(call, proven);
  if (userId === undefined) return { text: say(call, 'noWallet', undefined), isLast: true };
  await recordOutcome(call, 'looked-up');
  const cents = await readBalance(call.tx, { homeId: userId, account: account.wallet(userId) });
  return { text: say(call, 'balance', { balance: kesOnPhone(shillingsOf(cents)) }), isLast: true };
}

/** Shows the last five movements of the wallet, latest first. */
export async function showMovements(call: Call, proven: Proven): Promise<Shown> {
  const userId = await activeId(call, proven);
  if (userId === undefined) return { text: say(call, 'noWallet', undefined), isLast: true };
  await recordOutcome(call, 'looked-up');
  const person = await readPerson(call.tx, userId);
  const found = await listActivities(call.tx, person, { filters: {}, limit: LOOKED_AT });
  const movements = found
    .map(({ activity }) => activity)
    .filter(({ wallet }) => wallet !== undefined)
    .slice(0, SHOWN)
    .map((activity) => ({
      day: dayOnPhone(activity.timestamp),
      amount: signed(signedAmount(activity) ?? 0),
      type: activity.transactionType,
    }));
  const text =
    movements.length === 0 ? say(call, 'noMovements', undefined) : say(call, 'movements', movements);
  return { text, isLast: true };
}

function signed(shillings: number): string {
  return `${shillings < 0 ? '-' : '+'}${Math.abs(shillings).toLocaleString('en-KE')}`;
}

/** Returns day and month in Nairobi: 30/11. */
function dayOnPhone(timestamp: string): string {
  const [, month, day] = nairobiDay(new Date(timestamp)).split('-');
  return `${day}/${month}`;
}
