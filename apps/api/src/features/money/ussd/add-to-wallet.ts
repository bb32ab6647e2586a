import { personName, problemOfNames } from '@zawadi/contract';
import { isUniqueViolation, RetryTransaction } from '../../../platform/db/in-transaction.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { notify } from '../../services/messages/index.ts';
import { createUserOfCaller, lockOwnerOfPhone, requireFreeNumber } from '../../people/users/index.ts';
import { claimIn, findVoucher } from '../vouchers/index.ts';
import { say, type Call, type Shown } from './call.ts';
import { runConfirmed } from './confirmations.ts';
import { contactsOnPhone, namesOnPhone } from './shown-on-phone.ts';
import { recordOutcome } from './outcome-store.ts';
import { insertAgreement } from './store.ts';

/** Version of the terms on the screen `terms` and of the page that it names. */
const TERMS_VERSION = '2026-11';

/** The account of a caller. */
export type Caller = {
  userId: string;
  /** False if the account has not used the number for 90 days. The caller may then be another person. */
  isPhoneInUse: boolean;
};

/** Locks the account that has proven the caller's number. Take this lock before gifts and counters are locked. */
export function lockCaller({ tx, msisdn }: Pick<Call, 'tx' | 'msisdn'>): Promise<Caller | undefined> {
  return lockOwnerOfPhone(tx, msisdn);
}

/**
 * Requires that an account can be opened for the caller.
 * @throws Refusal `number_has_account`
 */
export async function requireNewCaller({ tx, msisdn }: Call): Promise<void> {
  await requireFreeNumber(tx, msisdn);
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
 * @throws RetryTransaction if a concurrent session has opened it
 * @throws Refusal `number_has_account`
 */
export async function openAccount(
  call: Pick<Call, 'tx' | 'sessionId' | 'position' | 'msisdn' | 'language'>,
  names: { firstName: string; lastName: string },
): Promise<Caller> {
  const { tx, sessionId, position, msisdn, language = 'en' } = call;
  const id = derivedId('ussd-account', sessionId, String(position));
  try {
    await createUserOfCaller(tx, { id, ...names, phoneMsisdn: msisdn, language });
  } catch (error) {
    // The retry finds the account that a concurrent session of this number opened.
    const isOpen = isUniqueViolation(error) || (error instanceof Refusal && (await lockCaller(call)));
    throw isOpen ? new RetryTransaction('number verified') : error;
  }
  await insertAgreement(tx, { userId: id, termsVersion: TERMS_VERSION });
  return { userId: id, isPhoneInUse: true };
}

/**
 * Claims a gift for the wallet of the caller, and sends an SMS: the last screen may not reach the phone. Refuses a number
 * that its account has not used for 90 days.
 * @throws ConfirmedRefusal with a refusal as the contract lists them for a claim
 * @throws Refusal `too_many_requests`
 */
export async function addToWallet(
  call: Call,
  giftId: string,
  { userId, isPhoneInUse }: Caller,
): Promise<Shown> {
  const { tx, deps, msisdn, language, walletLimit, stop } = call;
  if (!isPhoneInUse) return { text: say(call, 'unused', contactsOnPhone(deps)), isLast: true };
  const claiming = { voucherId: giftId, userId, walletLimit, stop };
  const { amount } = await runConfirmed(call, () => claimIn(tx, deps, claiming));
  await recordOutcome(call, 'claimed');
  const gift = await findVoucher(tx, giftId);
  if (!gift) throw new Error('A claimed gift does not exist.');
  await notify(tx, deps, {
    template: 'gift-in-wallet',
    data: { voucherId: giftId, amount, link: `${deps.config.publicUrl}/login` },
    sms: msisdn,
    language,
    dedupeKey: giftId,
  });
  const { giver } = namesOnPhone(gift);
  return { text: say(call, 'added', { giver, host: contactsOnPhone(deps).host }), isLast: true };
}
