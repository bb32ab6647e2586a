import type { StopName, StopSentence } from './stops.ts';

/** Sentences that the form for a new stop suggests. */
export const suggestedSentences: Record<StopName, StopSentence> = {
  buying: {
    en: 'Buying gifts is stopped for a short time. Gifts that were paid for are safe. Please try again later.',
    sw: 'Kununua zawadi kumesimamishwa kwa muda mfupi. Zawadi zilizolipiwa ziko salama. Tafadhali jaribu tena baadaye.',
  },
  claiming: {
    en: 'Adding gifts to a wallet is stopped for a short time. Your gift is safe. Please try again later.',
    sw: 'Kuweka zawadi kwenye pochi kumesimamishwa kwa muda mfupi. Zawadi yako iko salama. Tafadhali jaribu tena baadaye.',
  },
  redeeming: {
    en: 'Paying with gift vouchers is stopped for a short time. The vouchers are safe. Please try again later.',
    sw: 'Kulipa kwa vocha za zawadi kumesimamishwa kwa muda mfupi. Vocha ziko salama. Tafadhali jaribu tena baadaye.',
  },
  withdrawing: {
    en: 'Withdrawals to M-PESA are stopped for a short time. Your money is safe in your wallet. Please try again later.',
    sw: 'Kutoa pesa kwenda M-PESA kumesimamishwa kwa muda mfupi. Pesa zako ziko salama kwenye pochi. Tafadhali jaribu tena baadaye.',
  },
  settling: {
    en: 'Settlements to shops are stopped for a short time. Your money is safe, and we will pay it later.',
    sw: 'Malipo kwa maduka yamesimamishwa kwa muda mfupi. Pesa zako ziko salama, na tutazilipa baadaye.',
  },
};
