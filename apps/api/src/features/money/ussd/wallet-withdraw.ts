import { feeShillings, formatMsisdn } from '@zawadi/contract';
import { derivedId } from '../../../platform/ids.ts';
import { sendOrder } from '../../mpesa/orders/index.ts';
import { withdrawToOwnNumberIn } from '../withdrawals/index.ts';
import { say, type Call, type Shown } from './call.ts';
import { runConfirmed } from './confirmations.ts';
import { askAboutSim, showSimWait } from './sim-check.ts';
import { recordOutcome } from './outcome-store.ts';
import type { Proven } from './pin.ts';
import type { ScreenData } from './screens.ts';
import { contactsOnPhone, kesOnPhone } from './shown-on-phone.ts';
import type { SessionData } from './store.ts';

/** The most that leaves one wallet by USSD on one day in Nairobi, in shillings: withdrawals and gifts. */
export const MOST_TODAY = 20_000;

/** Operators of Kenya whose SIM has no M-PESA: Airtel, Telkom and Equitel. */
export const WITHOUT_MPESA: ReadonlySet<string> = new Set(['63903', '63907', '63999']);

/** Asks for the amount of a withdrawal. */
export function askAmount(call: Call, { isWrong = false }: SessionData): Shown {
  if (WITHOUT_MPESA.has(call.networkCode)) {
    return { text: say(call, 'noMpesa', contactsOnPhone(call.deps)), isLast: true };
  }
  askAboutSim(call);
  const { least, most } = boundsOf(call);
  const data = { isWrong, least: kesOnPhone(least), most: kesOnPhone(most) };
  return { text: say(call, 'amount', data) };
}

/** Takes the amount of a withdrawal. Returns undefined if it is none, or beyond the limits of one withdrawal. */
export function takeAmount(call: Call, input: string): SessionData | undefined {
  const shillings = amountIn(call, input);
  if (shillings === undefined) return undefined;
  const fee = feeShillings(shillings, call.feesAndLimits.fees.withdrawalBasisPoints);
  return { amountAt: call.position, fee };
}

/** Describes the withdrawal that the PIN will confirm. Undefined if there is none. */
export function payOutOf(call: Call, { amountAt = -1, fee }: SessionData): ScreenData<'pin'>['payOut'] {
  const shillings = amountIn(call, call.inputs[amountAt] ?? '');
  if (shillings === undefined || fee === undefined) return undefined;
  return {
    gross: kesOnPhone(shillings),
    fee: kesOnPhone(fee),
    net: kesOnPhone(shillings - fee),
    number: formatMsisdn(call.msisdn).replaceAll(' ', ''),
  };
}

/**
 * Withdraws to the caller's number. The PIN was right. The id of the withdrawal is derived from session and input.
 * @throws ConfirmedRefusal with a refusal as the contract lists them for a withdrawal
 * @throws Refusal `withdrawing_stopped`, `too_many_requests`
 */
export async function withdraw(
  call: Call,
  { amountAt = -1, fee = -1 }: SessionData,
  { userId, isTooNew, isPinNew }: Proven,
): Promise<Shown> {
  const { tx, deps, msisdn, sessionId, position, withdrawingStop, feesAndLimits } = call;
  if (userId === undefined) return { text: say(call, 'noWallet', undefined), isLast: true };
  // A refusal would undo the new PIN.
  if (isTooNew) return { text: say(call, 'moneyWaits', { isPinNew }), isLast: true };
  const simWait = await showSimWait(call, 'moneyWaits', isPinNew);
  if (simWait) return simWait;
  const amountShillings = amountIn(call, call.inputs[amountAt] ?? '');
  if (amountShillings === undefined) return { text: say(call, 'tooMuch', undefined), isLast: true };
  if (withdrawingStop) throw withdrawingStop;
  const id = derivedId('ussd-withdrawal', sessionId, String(position));
  const withdrawal = {
    id,
    userId,
    msisdn,
    amountShillings,
    feeShillings: fee,
    feesAndLimits,
    mostByUssdShillings: MOST_TODAY,
  };
  await runConfirmed(call, () => withdrawToOwnNumberIn(tx, deps, withdrawal));
  await recordOutcome(call, 'withdrawn');
  call.afterAnswer.push(() => sendOrder(deps, { kind: 'withdrawal', homeId: userId, id }));
  const paid = payOutOf(call, { amountAt, fee });
  if (!paid) throw new Error('A withdrawal has no amount.');
  return { text: say(call, 'withdrawn', paid), isLast: true };
}

function amountIn(call: Call, input: string): number | undefined {
  if (!/^\d{1,7}$/u.test(input)) return undefined;
  const { least, most } = boundsOf(call);
  const shillings = Number(input);
  return shillings >= least && shillings <= most ? shillings : undefined;
}

function boundsOf({ feesAndLimits: { limits } }: Call): { least: number; most: number } {
  return { least: limits.minimumWithdrawal, most: Math.min(limits.maximumTransaction, MOST_TODAY) };
}
