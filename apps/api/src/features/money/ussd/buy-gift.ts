import {
  capitalisedRecipient,
  feeShillings,
  formatMsisdn,
  giftMessage,
  normaliseMsisdn,
} from '@zawadi/contract';
import { buyByPromptIn, buyFromWalletIn } from '../purchases/index.ts';
import { lockCaller, requireNewCaller, type Caller } from './add-to-wallet.ts';
import { GIFT_MESSAGES } from './buy-screens.ts';
import { say, type Call, type Shown } from './call.ts';
import { runConfirmed } from './confirmations.ts';
import { recordOutcome } from './outcome-store.ts';
import type { Proven } from './pin.ts';
import { askAboutSim, showSimWait } from './sim-check.ts';
import { contactsOnPhone, kesOnPhone, personOnPhone } from './shown-on-phone.ts';
import type { Move, StepName } from './step.ts';
import type { Buying, SessionData } from './store.ts';
import { MOST_TODAY, WITHOUT_MPESA } from './wallet-withdraw.ts';

/**
 * Asks for one part of the gift.
 * @throws Refusal `buying_stopped`
 */
export function askGift(
  { buyingStop }: Call,
  { buying = {}, isWrong = false }: SessionData,
  render: (wrong: { isWrong: boolean }) => string,
): Shown {
  if (buyingStop) throw buyingStop;
  return { text: render({ isWrong }), data: { buying } };
}

type Part = 'buy-number' | 'buy-name' | 'buy-amount' | 'buy-message';

/** Takes one part of the gift, and asks for it again if the input cannot be it. */
export function takeGiftPart(
  call: Call,
  { buying = {} }: SessionData,
  { input, of, to }: { input: string; of: Part; to: StepName },
): Move {
  const part = partOf(call, of, input);
  return Object.values(part).some((value) => value === undefined)
    ? { to: of, data: { buying, isWrong: true } }
    : { to, data: { buying: { ...buying, ...part } } };
}

/** Returns one part of the gift; its value is undefined if the input cannot be it. */
function partOf(call: Call, of: Part, input: string): Buying {
  switch (of) {
    case 'buy-number':
      return { msisdn: normaliseMsisdn(input) };
    case 'buy-name':
      return { name: capitalisedRecipient.safeParse(input).data };
    case 'buy-amount':
      return { price: /^\d{1,7}$/u.test(input) ? withinLimits(call, Number(input)) : undefined };
    default:
      return { message: messageOf(input) };
  }
}

function messageOf(input: string): string | number | undefined {
  if (/^[1-4]$/u.test(input)) return Number(input);
  // Digits alone are a mistyped number of a choice.
  return /\D/u.test(input) ? giftMessage.safeParse(input).data : undefined;
}

function withinLimits({ feesAndLimits: { limits } }: Call, shillings: number): number | undefined {
  const isWithin = shillings >= limits.minimumPurchase && shillings <= limits.maximumTransaction;
  return isWithin ? shillings : undefined;
}

type Gift = { msisdn: string; name: string; price: number; message: string };

/** Returns the whole gift. Undefined if a part is missing, or the amount is no longer within the limits. */
function giftOf(call: Call, { msisdn, name, price = 0, message = '' }: Buying): Gift | undefined {
  if (msisdn === undefined || name === undefined || withinLimits(call, price) === undefined) return undefined;
  const { language = 'en' } = call;
  const chosen = typeof message === 'number' ? GIFT_MESSAGES[language][message - 1] : message;
  return { msisdn, name, price, message: chosen ?? '' };
}

/** Names the person in an offer to go on: by name, or else by number. */
export function recipientOf({ name, msisdn = '' }: Buying): string {
  return name === undefined ? formatMsisdn(msisdn).replaceAll(' ', '') : personOnPhone(name);
}

/** Returns the first step whose part is missing, or the one that asks how to pay. */
export function nextStepOf({ name, price, message }: Buying): StepName {
  if (name === undefined) return 'buy-name';
  if (price === undefined) return 'buy-amount';
  return message === undefined ? 'buy-message' : 'buy-pay';
}

function feeOf({ feesAndLimits: { fees } }: Call, { price }: Gift): number {
  return feeShillings(price, fees.depositBasisPoints);
}

function shown(call: Call, gift: Gift) {
  return {
    gross: kesOnPhone(gift.price),
    net: kesOnPhone(gift.price - feeOf(call, gift)),
    name: personOnPhone(gift.name),
    number: formatMsisdn(gift.msisdn).replaceAll(' ', ''),
  };
}

/** Shows what is paid and what arrives, and asks how to pay. */
export async function askPayment(call: Call, { buying = {} }: SessionData): Promise<Shown> {
  const gift = giftOf(call, buying);
  if (!gift) return { text: say(call, 'cannotBuy', undefined), isLast: true };
  const ways = await waysOf(call);
  if (!ways.canUseMpesa && !ways.canUseWallet) {
    return { text: say(call, 'buyNoWay', contactsOnPhone(call.deps)), isLast: true };
  }
  if (ways.canUseWallet) askAboutSim(call);
  const data = { buying: { ...buying, fee: feeOf(call, gift) } };
  return { text: say(call, 'buyPay', { ...shown(call, gift), ...ways }), data };
}

async function waysOf(call: Call): Promise<{ canUseMpesa: boolean; canUseWallet: boolean }> {
  const caller = await lockCaller(call);
  return {
    canUseMpesa: !WITHOUT_MPESA.has(call.networkCode),
    canUseWallet: call.doesWalletPay && caller !== undefined,
  };
}

/**
 * Takes the way to pay. A caller without an account opens one before paying by M-PESA.
 * @throws Refusal `number_has_account`
 */
export async function choosePayment(call: Call, data: SessionData, input: string): Promise<Move | undefined> {
  const { canUseMpesa, canUseWallet } = await waysOf(call);
  if (input === '2' && canUseWallet) return { to: 'buy-from-wallet', data };
  if (input !== '1' || !canUseMpesa) return undefined;
  const caller = await lockCaller(call);
  if (caller) return buyByPrompt(call, data, caller);
  await requireNewCaller(call);
  return { to: 'first-name', data };
}

/**
 * Buys the gift by a prompt to the caller's phone, which is sent when the session is over.
 * @throws ConfirmedRefusal as `buyByPromptIn`
 * @throws Refusal `buying_stopped`, `too_many_requests`
 */
export async function buyByPrompt(
  call: Call,
  { buying = {} }: SessionData,
  { userId, isPhoneInUse }: Caller,
): Promise<Shown> {
  const { tx, deps } = call;
  if (!isPhoneInUse) return { text: say(call, 'notPossible', contactsOnPhone(deps)), isLast: true };
  const bought = boughtBy(call, buying, userId);
  if (!bought) return { text: say(call, 'cannotBuy', undefined), isLast: true };
  const prompt = await runConfirmed(call, () => buyByPromptIn(tx, deps, bought.order), { isPurchase: true });
  await recordOutcome(call, 'bought');
  call.prompts.push(prompt);
  return { text: say(call, 'buyPrompted', undefined), isLast: true, data: { prompt } };
}

/**
 * Buys the gift from the caller's wallet. The PIN was right.
 * @throws ConfirmedRefusal as `buyFromWalletIn`
 * @throws Refusal `buying_stopped`, `too_many_requests`
 */
export async function buyFromWallet(
  call: Call,
  { buying = {} }: SessionData,
  { userId, isTooNew, isPinNew }: Proven,
): Promise<Shown> {
  const { tx, deps } = call;
  if (userId === undefined) return { text: say(call, 'noWallet', undefined), isLast: true };
  // A refusal would undo the new PIN.
  if (isTooNew) return { text: say(call, 'giftWaits', { isPinNew }), isLast: true };
  const simWait = await showSimWait(call, 'giftWaits', isPinNew);
  if (simWait) return simWait;
  const bought = boughtBy(call, buying, userId);
  if (!bought || !call.doesWalletPay) return { text: say(call, 'cannotBuy', undefined), isLast: true };
  const order = { ...bought.order, mostByUssdShillings: MOST_TODAY };
  await runConfirmed(call, () => buyFromWalletIn(tx, deps, order), { isPurchase: true });
  await recordOutcome(call, 'bought');
  return { text: say(call, 'buyPaid', shown(call, bought.gift)), isLast: true };
}

function boughtBy(call: Call, buying: Buying, buyerId: string) {
  const { sessionId, position, msisdn, feesAndLimits, buyingStop } = call;
  if (buyingStop) throw buyingStop;
  const gift = giftOf(call, buying);
  if (!gift || buying.fee === undefined) return undefined;
  const cause: [string, string] = [sessionId, String(position)];
  const described = {
    amount: gift.price,
    recipientMsisdn: gift.msisdn,
    recipientEmail: '',
    fullName: gift.name,
    message: gift.message,
    cloth: 'plain' as const,
    showsAmount: false,
    copyToBuyer: false,
  };
  return {
    gift,
    order: { cause, buyerId, msisdn, gift: described, feeShillings: buying.fee, feesAndLimits },
  };
}
