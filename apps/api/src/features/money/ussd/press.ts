import { decrypt } from '../../../platform/crypto/keys.ts';
import type { Call, Shown } from './call.ts';
import { limitToDeadline } from './deadline.ts';
import { MENU } from './menu.ts';
import type { Move, StepName } from './step.ts';
import { findCutSession, keepLanguage, type Buying, type Session, type SessionData } from './store.ts';

type Place = { step: StepName; data: SessionData };

/** A screen and the step that it belongs to. */
export type Reached = Shown & { step: string };

const BACK = '0';
const START = '00';

/** Returns where a session begins: with the language, with the offer to go on after a cut, or with the first menu. */
export async function firstPlace(call: Call): Promise<Place> {
  if (call.language === undefined) return { step: 'language', data: {} };
  await keepLanguage(call.tx, call.msisdn);
  // A dialled string is meant for the first menu.
  const isDialledThrough = call.inputs.length > 0;
  const { resumeMinutes: withinMinutes } = call.ussdLimits;
  const cut = { msisdn: call.msisdn, currentId: call.sessionId, withinMinutes };
  const last = isDialledThrough ? undefined : await findCutSession(call.tx, cut);
  const { giftId, isByNumber, buying } = last === undefined ? {} : dataOf(call.deps, last);
  if (giftId !== undefined) return { step: 'resume', data: { giftId, ...(isByNumber && { isByNumber }) } };
  return buying?.msisdn === undefined ? { step: 'home', data: {} } : { step: 'resume', data: { buying } };
}

/** Returns the data of a stored session, with the gift that the caller was buying. */
export function dataOf(
  { keys }: Pick<Call['deps'], 'keys'>,
  { data, draftSealed }: Pick<Session, 'data' | 'draftSealed'>,
): SessionData {
  return draftSealed === null ? data : { ...data, buying: draftOf({ keys }, draftSealed) };
}

/** Opens a stored draft. We sealed it ourselves, so its shape needs no check. */
export function draftOf({ keys }: Pick<Call['deps'], 'keys'>, draftSealed: Buffer): Buying {
  return JSON.parse(decrypt(keys, draftSealed)) as Buying;
}

/**
 * Applies the inputs from a position on, one by one and in order, and returns the last screen.
 * @param place where the caller is before them
 */
export async function press(call: Call, place: Place, from: number): Promise<Reached> {
  let { step, data } = place;
  let shown: Shown | undefined;
  for (const position of call.inputs.keys()) {
    if (position < from) continue;
    await limitToDeadline(call.tx, call.deadlineMs);
    call.position = position;
    const move = await moveOf(call, { step, data }, call.inputs[position] ?? '');
    if ('text' in move) return { ...move, step };
    step = move.to;
    shown = await MENU[step].show(call, move.data ?? {});
    if (shown.isLast) break;
    data = shown.data ?? {};
  }
  return { ...(shown ?? (await MENU[step].show(call, data))), step };
}

async function moveOf(call: Call, { step, data }: Place, input: string): Promise<Move> {
  const { back, options = {}, take } = MENU[step];
  if (back !== undefined && input === START) return { to: 'home' };
  if (back !== undefined && input === BACK) return { to: back };
  const option = Object.hasOwn(options, input) ? options[input] : undefined;
  if (option !== undefined) return { to: option };
  // An input that is no option shows the same screen again.
  return (await take?.(call, data, input)) ?? { to: step, data };
}

export function stepOf(name: string): StepName {
  if (!Object.hasOwn(MENU, name)) throw new Error(`There is no step ${name}.`);
  return name as StepName;
}
