import { askGift, askPayment, buyFromWallet, choosePayment, takeGiftPart } from './buy-gift.ts';
import { say } from './call.ts';
import { kesOnPhone } from './shown-on-phone.ts';
import { pinStep, type Step, type StepName } from './step.ts';

/** Steps of buying a gift. */
export const buySteps = {
  'buy-number': {
    back: 'home',
    show: (call, data) => askGift(call, data, (wrong) => say(call, 'buyNumber', wrong)),
    take: (call, data, input) => takeGiftPart(call, data, { input, of: 'buy-number', to: 'buy-name' }),
  },
  'buy-name': {
    back: 'home',
    show: (call, data) => askGift(call, data, (wrong) => say(call, 'buyName', wrong)),
    take: (call, data, input) => takeGiftPart(call, data, { input, of: 'buy-name', to: 'buy-amount' }),
  },
  'buy-amount': {
    back: 'home',
    show: (call, data) => {
      const { minimumPurchase, maximumTransaction } = call.feesAndLimits.limits;
      const bounds = { least: kesOnPhone(minimumPurchase), most: kesOnPhone(maximumTransaction) };
      return askGift(call, data, (wrong) => say(call, 'buyAmount', { ...wrong, ...bounds }));
    },
    take: (call, data, input) => takeGiftPart(call, data, { input, of: 'buy-amount', to: 'buy-message' }),
  },
  'buy-message': {
    back: 'home',
    show: (call, data) => askGift(call, data, () => say(call, 'buyMessage', undefined)),
    take: (call, data, input) => takeGiftPart(call, data, { input, of: 'buy-message', to: 'buy-pay' }),
  },
  'buy-pay': { back: 'home', show: askPayment, take: choosePayment },
  'buy-from-wallet': pinStep('buy-from-wallet', 'home', buyFromWallet),
} satisfies Partial<Record<StepName, Step>>;
