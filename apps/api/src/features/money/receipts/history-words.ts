import type { Activity } from '@zawadi/contract';

type Words = {
  transactions: string;
  allDays: string;
  until: (day: string) => string;
  count: string;
  in: string;
  out: string;
  date: string;
  what: string;
  state: string;
  receipt: string;
  amount: string;
  fee: string;
  types: Record<Activity['transactionType'], string>;
  states: Record<Activity['orderStatus'], string>;
  refundStates: Record<NonNullable<Activity['refundState']>, string>;
};

/** The words of the printed history. */
export const historyWords: Record<'en' | 'sw', Words> = {
  en: {
    transactions: 'Transactions',
    allDays: 'All days',
    until: (day) => `until ${day}`,
    count: 'Transactions',
    in: 'In',
    out: 'Out',
    date: 'Date',
    what: 'What',
    state: 'Status',
    receipt: 'M-PESA receipt',
    amount: 'Amount',
    fee: 'Fee',
    types: {
      GIFT_PURCHASE: 'Gift',
      WITHDRAWAL: 'To M-PESA',
      CLAIM: 'Gift added',
      REDEMPTION: 'Spent',
      REFUND: 'Refund',
    },
    states: { COMPLETED: 'Completed', PENDING: 'Pending', CANCELED: 'Canceled' },
    refundStates: {
      refunded: 'Refunded',
      partly_refunded: 'Partly refunded',
      reversed: 'Reversed',
      taken_back: 'Cancelled, refunded',
    },
  },
  sw: {
    transactions: 'Miamala',
    allDays: 'Siku zote',
    until: (day) => `hadi ${day}`,
    count: 'Miamala',
    in: 'Zilizoingia',
    out: 'Zilizotoka',
    date: 'Tarehe',
    what: 'Maelezo',
    state: 'Hali',
    receipt: 'Risiti ya M-PESA',
    amount: 'Kiasi',
    fee: 'Ada',
    types: {
      GIFT_PURCHASE: 'Zawadi',
      WITHDRAWAL: 'Kwenda M-PESA',
      CLAIM: 'Zawadi imeongezwa',
      REDEMPTION: 'Imetumika',
      REFUND: 'Pesa zilizorejeshwa',
    },
    states: { COMPLETED: 'Umekamilika', PENDING: 'Unasubiri', CANCELED: 'Umeghairiwa' },
    refundStates: {
      refunded: 'Imerejeshwa',
      partly_refunded: 'Imerejeshwa kiasi',
      reversed: 'Umebatilishwa',
      taken_back: 'Imefutwa, pesa zimerudi',
    },
  },
};
