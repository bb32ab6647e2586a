import {
  atMost,
  countFailedAttemptIn,
  hashPassword,
  isPasswordOf,
  readWaitSeconds,
} from '../../people/sessions/index.ts';
import { openNotMeLink } from '../../people/credentials/index.ts';
import { everyContactOf, lockUserRecord, type UserRecord } from '../../people/users/index.ts';
import { raiseAlert } from '../../services/alerts/index.ts';
import { notify } from '../../services/messages/index.ts';
import { lockCaller } from './add-to-wallet.ts';
import { say, type Call, type Shown } from './call.ts';
import { limitToDeadline } from './deadline.ts';
import { recordOutcome } from './outcome-store.ts';
import { isGoodPin, isPin } from './pin-rules.ts';
import { lockPin, readPin, storePin, storeWrongPins, wasOpenedByUssd, type Pin } from './pin-store.ts';
import type { ScreenData } from './screens.ts';
import { contactsOnPhone } from './shown-on-phone.ts';

const MOST_WRONG_PINS = 3;

/** Wrong PINs within an hour, of all numbers together, after which no PIN works until the hour is over. */
export const MOST_WRONG_PINS_OF_ALL = 200;

const EVERYBODY = {
  words: ['wrong-pin', 'everybody'],
  rule: atMost(MOST_WRONG_PINS_OF_ALL, 3_600),
};

/** A caller whose PIN was right, or has just been set. */
export type Proven = {
  /** Undefined if the caller has no account. */
  userId: string | undefined;
  /** Whether the PIN is too new to move money. */
  isTooNew: boolean;
  /** Whether it was set by this input. */
  isPinNew: boolean;
};

/** Shows the screen that asks for the PIN, or for a new PIN if the caller has none. */
export async function askPin(
  call: Call,
  { isWrong = false, payOut }: { isWrong?: boolean | undefined; payOut?: ScreenData<'pin'>['payOut'] },
): Promise<Shown> {
  const caller = await lockOwner(call);
  if (!caller.isPhoneInUse) return notPossible(call);
  const isNew = ownPin(await readPin(call.tx, call.msisdn), caller) === undefined;
  return { text: say(call, 'pin', { isNew, isWrong, payOut }) };
}

/**
 * Takes an input as the PIN, or as a new PIN if the caller has none, and then acts. A PIN counts only as the single input
 * after the screen that asks for it: a dialled string with a PIN stays in the phone's list of calls. Wrong PINs are
 * counted in the caller's transaction, so a wrong PIN must end in a screen, not in a refusal.
 * @returns the last screen, or `refused` if the input cannot be a PIN
 */
export async function withPin(
  call: Call,
  input: string,
  act: (proven: Proven) => Promise<Shown>,
): Promise<Shown | 'refused'> {
  const { tx, deps, msisdn, isAlone, deadlineMs } = call;
  if (!isAlone) return last(say(call, 'pinDialled', undefined));
  const caller = await lockOwner(call);
  if (!caller.isPhoneInUse) return notPossible(call);
  const own = ownPin(await lockPin(tx, msisdn), caller);
  if (!own) {
    return isGoodPin(input, msisdn) ? act(await setPin(call, caller, input)) : 'refused';
  }
  if (own.wrongPins >= MOST_WRONG_PINS) return last(say(call, 'pinLocked', contactsOnPhone(deps)));
  if (!isPin(input)) return 'refused';
  if ((await readWaitSeconds(tx, deps.keys, EVERYBODY)) > 0) return last(say(call, 'tooMany', undefined));
  const isRight = await isPasswordOf(own.hash, input);
  await limitToDeadline(tx, deadlineMs);
  if (!isRight) return countWrongPin(call, own);
  if (own.wrongPins > 0) await storeWrongPins(tx, msisdn, 0);
  return act({ userId: caller.user?.id, isTooNew: own.isTooNew, isPinNew: false });
}

/** Shows that the PIN is set, or that it was right. */
export async function showPinSet(call: Call, { isPinNew, isTooNew }: Proven): Promise<Shown> {
  await recordOutcome(call, 'looked-up');
  if (!isPinNew) return last(say(call, 'pinKnown', contactsOnPhone(call.deps)));
  return last(isTooNew ? say(call, 'moneyWaits', { isPinNew }) : say(call, 'pinSet', undefined));
}

type Owner = {
  /** Undefined if the caller has no account. */
  user: UserRecord | undefined;
  /** Whether the account was opened by USSD from this number. */
  isBornHere: boolean;
  /** False if the account has not used the number for 90 days. The caller may then be another person. */
  isPhoneInUse: boolean;
};

/** Locks the caller's account, before the PIN. */
async function lockOwner(call: Call): Promise<Owner> {
  const caller = await lockCaller(call);
  const user = caller && (await lockUserRecord(call.tx, caller.userId));
  if (!caller || !user) return { user: undefined, isBornHere: false, isPhoneInUse: true };
  const isBornHere = user.phoneChangedAt === null && (await wasOpenedByUssd(call.tx, user.id));
  return { user, isBornHere, isPhoneInUse: caller.isPhoneInUse };
}

/**
 * Returns the caller's own PIN. A PIN that the number had with another account is another person's. One that is older than
 * the account counts only if the account was opened by this phone.
 */
function ownPin(pin: Pin | undefined, { user, isBornHere }: Owner): (Pin & { hash: string }) | undefined {
  if (!pin || pin.hash === null) return undefined;
  const isOwn = pin.userId === null ? !user || isBornHere : pin.userId === user?.id;
  return isOwn ? { ...pin, hash: pin.hash } : undefined;
}

/** Sets the first PIN. On an account that existed before, it moves no money for a day, and we notify every contact. */
async function setPin(call: Call, { user, isBornHere }: Owner, input: string): Promise<Proven> {
  const { tx, deps, msisdn, deadlineMs } = call;
  const isWaiting = user !== undefined && !isBornHere;
  const hash = await hashPassword(input);
  await limitToDeadline(tx, deadlineMs);
  const isTooNew = await storePin(tx, { msisdn, hash, userId: user?.id, isWaiting });
  if (user && isWaiting) {
    await notify(tx, deps, {
      template: 'ussd-pin-set',
      data: { link: await openNotMeLink(tx, deps, { userId: user.id, about: 'pin' }) },
      ...everyContactOf(user),
    });
  }
  return { userId: user?.id, isTooNew, isPinNew: true };
}

async function countWrongPin(call: Call, { wrongPins }: Pin): Promise<Shown> {
  const { tx, deps, msisdn } = call;
  const wrong = wrongPins + 1;
  await storeWrongPins(tx, msisdn, wrong);
  const { made } = await countFailedAttemptIn(tx, deps.keys, EVERYBODY);
  if (made >= MOST_WRONG_PINS_OF_ALL) await raiseAlert(tx, { kind: 'pins_guessed', details: { made } });
  return wrong >= MOST_WRONG_PINS
    ? last(say(call, 'pinLocked', contactsOnPhone(deps)))
    : last(say(call, 'wrongPin', { left: MOST_WRONG_PINS - wrong }));
}

function notPossible(call: Call): Shown {
  return last(say(call, 'notPossible', contactsOnPhone(call.deps)));
}

function last(text: string): Shown {
  return { text, isLast: true };
}
