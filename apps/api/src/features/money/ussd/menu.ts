import type { LanguageName } from '@zawadi/contract';
import { isClaimable, findVoucher, listReceived, spendingRefusal, takingRefusal } from '../vouchers/index.ts';
import { addToWallet, lockCaller, nameIn, namesAt, openAccount, requireNewCaller } from './add-to-wallet.ts';
import { buyByPrompt, nextStepOf, recipientOf } from './buy-gift.ts';
import { say, type Call, type Shown } from './call.ts';
import { findByNumber, isForCaller, showNumberedGift } from './find-by-number.ts';
import { recordOutcome } from './outcome-store.ts';
import { showGiftCode } from './pin-gift-code.ts';
import { buySteps } from './buy-steps.ts';
import { showPinSet } from './pin.ts';
import { showUnusable } from './refusal-screens.ts';
import { contactsOnPhone, namesOnPhone } from './shown-on-phone.ts';
import { pinStep, type Move, type Step, type StepName } from './step.ts';
import { storeLanguage, type SessionData } from './store.ts';
import { showBalance, showMovements, showWallet } from './wallet-shown.ts';
import { askThanks, canThank, takeThanks } from './thank.ts';
import { askAmount, takeAmount, withdraw } from './wallet-withdraw.ts';

/** Gifts on one screen of five lines. */
const GIFTS_SHOWN = 3;
const MORE = '98';

/** Every step of the menu. An option's number never changes. */
export const MENU: Record<StepName, Step> = {
  language: {
    show: (call) => ({ text: say(call, 'language', undefined) }),
    take: chooseLanguage,
  },
  resume: {
    show: async (call, data) => {
      if (data.buying)
        return { text: say(call, 'resumeBuying', { recipient: recipientOf(data.buying) }), data };
      const gift = await findVoucher(call.tx, data.giftId ?? '');
      if (!gift) throw new Error('The gift of a cut session does not exist.');
      return { text: say(call, 'resume', namesOnPhone(gift)), data };
    },
    options: { '2': 'home' },
    take: (_call, data, input) => {
      if (input !== '1') return undefined;
      if (data.buying) return { to: nextStepOf(data.buying), data };
      return { to: data.isByNumber ? 'numbered-gift' : 'gift', data };
    },
  },
  home: {
    show: (call) => ({ text: say(call, 'home', undefined) }),
    options: { '1': 'gifts', '2': 'wallet', '3': 'buy-number', '4': 'number', '5': 'settings' },
  },
  settings: {
    back: 'home',
    show: (call) => ({ text: say(call, 'settings', undefined) }),
    options: { '3': 'help', '4': 'pin' },
    take: chooseLanguage,
  },
  help: {
    back: 'settings',
    show: (call) => ({ text: say(call, 'help', contactsOnPhone(call.deps)) }),
  },
  gifts: { back: 'home', show: listGifts, take: chooseGift },
  gift: {
    back: 'gifts',
    show: showGift,
    take: chooseForGift,
  },
  'gift-code': pinStep('gift-code', 'gifts', showGiftCode),
  'first-name': {
    back: 'home',
    show: (call, { isWrong = false, ...data }) => ({ text: say(call, 'firstName', { isWrong }), data }),
    take: ({ position }, data, input) =>
      nameIn(input) === undefined
        ? { to: 'first-name', data: { ...data, isWrong: true } }
        : { to: 'last-name', data: { ...data, firstNameAt: position } },
  },
  'last-name': {
    back: 'home',
    show: (call, { isWrong = false, isRefused = false, ...data }) => ({
      text: say(call, 'lastName', { isWrong, isRefused }),
      data,
    }),
    take: (call, data, input) => {
      const named = { ...data, lastNameAt: call.position };
      if (namesAt(call, named)) return { to: 'terms', data: named };
      const isWrong = nameIn(input) === undefined;
      return { to: 'last-name', data: { ...data, isWrong, isRefused: !isWrong } };
    },
  },
  terms: {
    back: 'home',
    show: (call, data) => ({ text: say(call, 'terms', contactsOnPhone(call.deps)), data }),
    take: agree,
  },
  number: {
    back: 'home',
    show: (call, { isWrong = false }) => ({ text: say(call, 'number', { isWrong }) }),
    take: async (call, _data, input) => {
      const found = await findByNumber(call, input);
      if ('text' in found) return found;
      return found.isWrong ? { to: 'number', data: found } : { to: 'numbered-gift', data: found };
    },
  },
  'numbered-gift': {
    back: 'home',
    show: async (call, data) => ({ ...(await showNumberedGift(call, data)), data }),
    take: takeGift,
  },
  wallet: {
    back: 'home',
    show: showWallet,
    options: { '1': 'balance', '2': 'amount', '3': 'movements' },
  },
  balance: pinStep('balance', 'wallet', (call, _data, proven) => showBalance(call, proven)),
  movements: pinStep('movements', 'wallet', (call, _data, proven) => showMovements(call, proven)),
  amount: {
    back: 'wallet',
    show: askAmount,
    take: (call, _data, input) => {
      const data = takeAmount(call, input);
      return data ? { to: 'withdraw', data } : { to: 'amount', data: { isWrong: true } };
    },
  },
  withdraw: pinStep('withdraw', 'wallet', withdraw),
  thanks: { back: 'gifts', show: askThanks, take: takeThanks },
  ...buySteps,
  pin: pinStep('pin', 'settings', (call, _data, proven) => showPinSet(call, proven)),
};

const LANGUAGES = new Map<string, LanguageName>([
  ['1', 'en'],
  ['2', 'sw'],
]);

async function chooseLanguage(call: Call, _data: SessionData, input: string): Promise<Move | undefined> {
  const language = LANGUAGES.get(input);
  if (language === undefined) return undefined;
  await storeLanguage(call.tx, call.msisdn, language);
  call.language = language;
  return { to: 'home' };
}

/** Lists givers only: value and code need a PIN. */
async function listGifts(call: Call, { page = 0 }: SessionData): Promise<Shown> {
  const start = page * GIFTS_SHOWN;
  const limit = start + GIFTS_SHOWN + 1;
  const found = await listReceived(
    call.tx,
    { msisdn: call.msisdn, email: null },
    { limit, isOpenOnly: true },
  );
  const shown = found.slice(start, start + GIFTS_SHOWN);
  if (shown.length === 0) return { text: say(call, 'noGifts', undefined), data: {} };
  const givers = shown.map((gift) => namesOnPhone(gift).giver);
  const hasMore = found.length === limit;
  return {
    text: say(call, 'gifts', { givers, hasMore }),
    data: { page, giftIds: shown.map(({ id }) => id), hasMore },
  };
}

function chooseGift(
  _call: Call,
  { giftIds = [], page = 0, hasMore = false }: SessionData,
  input: string,
): Move | undefined {
  if (input === MORE && hasMore) return { to: 'gifts', data: { page: page + 1 } };
  const giftId = /^[1-3]$/u.test(input) ? giftIds[Number(input) - 1] : undefined;
  return giftId === undefined ? undefined : { to: 'gift', data: { giftId } };
}

async function showGift(call: Call, data: SessionData): Promise<Shown> {
  const gift = await findVoucher(call.tx, data.giftId ?? '');
  if (!gift || !isForCaller(call, gift)) return { text: say(call, 'gone', undefined), isLast: true };
  const refusal = isClaimable(gift) ? takingRefusal(gift) : spendingRefusal(gift);
  if (refusal) return showUnusable(call, gift.id, refusal);
  await recordOutcome(call, 'looked-up');
  return {
    text: say(call, isClaimable(gift) ? 'gift' : 'shopGift', {
      ...namesOnPhone(gift),
      canThank: canThank(gift),
    }),
    data,
  };
}

async function chooseForGift(call: Call, data: SessionData, input: string): Promise<Move | undefined> {
  if (input === '2') return { to: 'gift-code', data };
  return input === '3' ? { to: 'thanks', data } : takeGift(call, data, input);
}

/** Adds the gift on the screen to the wallet. A caller without an account opens one first. */
async function takeGift(call: Call, { giftId }: SessionData, input: string): Promise<Move | undefined> {
  if (input !== '1' || giftId === undefined) return undefined;
  const gift = await findVoucher(call.tx, giftId);
  if (!gift || !isForCaller(call, gift) || !isClaimable(gift)) return undefined;
  const caller = await lockCaller(call);
  if (caller) return addToWallet(call, giftId, caller);
  if (call.stop) throw call.stop;
  await requireNewCaller(call);
  return { to: 'first-name', data: { giftId } };
}

async function agree(call: Call, data: SessionData, input: string): Promise<Move | undefined> {
  const names = namesAt(call, data);
  const { giftId, buying } = data;
  if (input !== '1' || (giftId === undefined && !buying) || !names) return undefined;
  // Another session of this number may have opened the account already.
  const caller = (await lockCaller(call)) ?? (await openAccount(call, names));
  return giftId === undefined ? buyByPrompt(call, data, caller) : addToWallet(call, giftId, caller);
}
