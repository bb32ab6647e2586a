import type { PostingTemplate } from '@zawadi/contract/posting-requests';

type Words = {
  name: string;
  /** The effect on the books, in a sentence. */
  effect: string;
  /** Label of the payee's field. */
  payee: string;
};

export const TEMPLATE_WORDS: Record<PostingTemplate, Words> = {
  'bank-float-in': {
    name: 'Bank float put in',
    effect: 'The owner paid money into the bank account from which merchants are paid.',
    payee: 'Paid in by',
  },
  'bank-float-out': {
    name: 'Bank float taken out',
    effect: 'The owner took money out of the bank account, for example profit.',
    payee: 'Paid to',
  },
  'payout-float-in': {
    name: 'M-PESA float put in',
    effect: 'The owner paid money into M-PESA’s pay-out account.',
    payee: 'Paid in by',
  },
  'payout-float-out': {
    name: 'M-PESA float taken out',
    effect: 'The owner took money out of M-PESA’s pay-out account.',
    payee: 'Paid to',
  },
  'bank-to-payout': {
    name: 'Bank to M-PESA',
    effect: 'Money moved from the bank account to M-PESA’s pay-out account.',
    payee: 'Bank',
  },
  'payout-to-bank': {
    name: 'M-PESA to bank',
    effect: 'Money moved from M-PESA’s pay-out account to the bank account.',
    payee: 'Bank',
  },
  'bank-charge': {
    name: 'Bank charge',
    effect: 'The bank took a charge from the bank account.',
    payee: 'Bank',
  },
  'unclaimed-paid': {
    name: 'Unclaimed money paid over',
    effect:
      'The value of expired vouchers was paid to the Unclaimed Financial Assets Authority from the bank account.',
    payee: 'Paid to',
  },
  'goodwill-consumer': {
    name: 'Goodwill to a person',
    effect: 'We add money to the wallet at our own loss. The person is told.',
    payee: 'Payee',
  },
  'goodwill-merchant': {
    name: 'Goodwill to a merchant',
    effect:
      'We owe the merchant more, at our own loss, and pay it with the next settlement. The merchant is told.',
    payee: 'Payee',
  },
  'credit-taken-back': {
    name: 'Wrong credit taken back',
    effect: 'Takes the credit back as far as the wallet goes; the rest is our loss. The person is told.',
    payee: 'Taken back from',
  },
  'legal-order': {
    name: 'Estate, court or tax order',
    effect:
      'Sets wallet money aside, also of a frozen account, until two administrators mark that the bank has paid it. There is no fee. The person is told.',
    payee: 'Paid to',
  },
};
