import type { UssdPinState } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../../platform/db/database.ts';

/** The PIN of a phone number. */
export type Pin = {
  /** Null until a PIN is set. */
  hash: string | null;
  /** Account that the number had when the PIN was set, if any. */
  userId: string | null;
  /** Wrong PINs since the last right one; three lock the PIN. */
  wrongPins: number;
  /** Whether the PIN is too new to move money. */
  isTooNew: boolean;
};

export async function readPin(db: Db, msisdn: string): Promise<Pin | undefined> {
  const { rows } = await pinOf(msisdn).execute(db);
  return rows[0];
}

/** Reads the PIN of a number and locks it. Concurrent tries of one number wait for each other. */
export async function lockPin(tx: Transaction, msisdn: string): Promise<Pin | undefined> {
  const { rows } = await sql<Pin>`${pinOf(msisdn)} for no key update`.execute(tx);
  return rows[0];
}

function pinOf(msisdn: string) {
  return sql<Pin>`
    select pin_hash as hash, pin_user_id as "userId", wrong_pins as "wrongPins",
      coalesce(money_waits_until > moment(), false) as "isTooNew"
    from ussd_numbers where msisdn = ${msisdn}`;
}

/**
 * Stores a new PIN. If `isWaiting`, it moves no money for 24 hours. An earlier wait goes on.
 * @returns whether it is too new to move money
 */
export async function storePin(
  tx: Transaction,
  pin: { msisdn: string; hash: string; userId: string | undefined; isWaiting: boolean },
): Promise<boolean> {
  const { msisdn, hash, userId = null, isWaiting } = pin;
  const { rows } = await sql<Pick<Pin, 'isTooNew'>>`
    update ussd_numbers set pin_hash = ${hash}, pin_user_id = ${userId}, pin_set_at = moment(), wrong_pins = 0,
      money_waits_until = case when ${isWaiting} then moment() + interval '24 hours' else money_waits_until end
    where msisdn = ${msisdn}
    returning coalesce(money_waits_until > moment(), false) as "isTooNew"`.execute(tx);
  const [stored] = rows;
  // A number has a row from its choice of a language on.
  if (!stored) throw new Error('A PIN was not stored.');
  return stored.isTooNew;
}

export async function storeWrongPins(tx: Transaction, msisdn: string, wrongPins: number): Promise<void> {
  await sql`update ussd_numbers set wrong_pins = ${wrongPins} where msisdn = ${msisdn}`.execute(tx);
}

/** Returns whether a USSD session opened the account. */
export async function wasOpenedByUssd(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from ussd_agreements where user_id = ${userId}`.execute(db);
  return rows.length === 1;
}

/** SQL: the PIN of account `u`, which belongs to its number `n`. */
const IS_PIN_OF_USER = sql`n.msisdn = u.phone_msisdn and n.pin_hash is not null
  and coalesce(n.pin_user_id = u.id, true)`;

type OwnPin = {
  state: UssdPinState;
  /** Until when the PIN moves no money; null if it may at once. */
  waitsUntil: Date | null;
};

/** Reads a consumer's PIN; undefined without one. */
export async function readOwnPin(db: Db, userId: string): Promise<OwnPin | undefined> {
  const { rows } = await sql<OwnPin>`
    select case when n.wrong_pins = 3 then 'locked' else 'set' end as state,
      case when n.money_waits_until > moment() then n.money_waits_until end as "waitsUntil"
    from users u join ussd_numbers n on ${IS_PIN_OF_USER} where u.id = ${userId}`.execute(db);
  return rows[0];
}

/** Reads the state of a consumer's PIN; undefined without one. */
export async function readPinState(db: Db, userId: string): Promise<UssdPinState | undefined> {
  return (await readOwnPin(db, userId))?.state;
}

/** Lets a consumer's PIN move money at once. */
export async function endMoneyWait(tx: Transaction, userId: string): Promise<void> {
  await sql`
    update ussd_numbers n set money_waits_until = null
    from users u where u.id = ${userId} and ${IS_PIN_OF_USER}`.execute(tx);
}

/** Deletes a consumer's PIN. The next one moves no money for the next 24 hours. */
export async function deletePin(tx: Transaction, userId: string): Promise<void> {
  await sql`
    update ussd_numbers n set pin_hash = null, pin_user_id = null, pin_set_at = null, wrong_pins = 0,
      money_waits_until = moment() + interval '24 hours'
    from users u where u.id = ${userId} and ${IS_PIN_OF_USER}`.execute(tx);
}
