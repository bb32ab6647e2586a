import { personName, problemOfNames } from '@zawadi/contract';
import { isUniqueViolation, RetryTransaction } from '../../../platform/db/in-transaction.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { atMost, countAttemptsIn } from '../../people/sessions/index.ts';
import { createUserOfCaller, findUsersByVerifiedContact } from '../../people/users/index.ts';
import { claimIn, findVoucher } from '../vouchers/index.ts';
import { say, type Call, type Shown } from './call.ts';
import { contactsOnPhone, namesOnPhone } from './shown-on-phone.ts';
import { insertAgreement } from './store.ts';

/** Version of the terms on the screen `terms` and of the page that it names. */
const TERMS_VERSION = '2026-11';

const CONFIRMATIONS = atMost(5, 3_600);

/** Reads the account that has proven the caller's number. */
export async function findCallerId({ tx, msisdn }: Call): Promise<string | undefined> {
  const [user] = await findUsersByVerifiedContact(tx, { msisdn });
  return user?.id;
}

/** Returns a first or last name as it is stored; undefined if it cannot be a person's name. */
export function nameIn(input: string | undefined): string | undefined {
  const parsed = personName.safeParse(input ?? '');
  return parsed.success ? parsed.data : undefined;
}

/** Returns the first and last name at two positions of the inputs; undefined if they are a problem together. */
export function namesAt(
  { inputs }: Pick<Call, 'inputs'>,
  { firstNameAt = -1, lastNameAt = -1 }: { firstNameAt?: number; lastNameAt?: number },
): { firstName: string; lastName: string } | undefined {
  const [firstName, lastName] = [nameIn(inputs[firstNameAt]), nameIn(inputs[lastNameAt])];
  if (firstName === undefined || lastName === undefined) return undefined;
  return problemOfNames({ firstName, lastName }) ? undefined : { firstName, lastName };
}

/**
 * Opens the account of a caller who agreed to the terms. Its id is derived from session and input.
 * @throws Refusal `number_has_account`
 */
export async function openAccount(
  call: Call,
  names: { firstName: string; lastName: string },
): Promise<string> {
  const { tx, sessionId, position, msisdn, language = 'en' } = call;
  const id = derivedId('ussd-account', sessionId, String(position));
  try {
    await createUserOfCaller(tx, { id, ...names, phoneMsisdn: msisdn, language });
  } catch (error) {
    // A concurrent session of this number opened the account. The retry finds it.
    const isOpened =
      isUniqueViolation(error) || (error instanceof Refusal && (await findCallerId(call)) !== undefined);
    throw isOpened ? new RetryTransaction('number verified') : error;
  }
  await insertAgreement(tx, { userId: id, termsVersion: TERMS_VERSION });
  return id;
}

/**
 * Claims a gift for the wallet of the caller.
 * @throws Refusal as the contract lists them for a claim, `too_many_requests`
 */
export async function addToWallet(
  call: Call,
  giftId: string,
  { userId, isNew }: { userId: string; isNew: boolean },
): Promise<Shown> {
  const { tx, deps, msisdn, walletLimit, stop } = call;
  const waitSeconds = await countAttemptsIn(tx, deps.keys, [
    { words: ['ussd-confirmation', msisdn], rule: CONFIRMATIONS },
  ]);
  if (waitSeconds > 0) throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  await claimIn(tx, deps, { voucherId: giftId, userId, walletLimit, stop });
  const gift = await findVoucher(tx, giftId);
  if (!gift) throw new Refusal('voucher_not_found');
  const { giver } = namesOnPhone(gift);
  return { text: say(call, 'added', { giver, host: contactsOnPhone(deps).host, isNew }), isLast: true };
}
