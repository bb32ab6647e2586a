import type { VoucherStatus } from '@zawadi/contract';

type Language = 'en' | 'sw';

type VoucherWords = {
  gift: string;
  from: string;
  code: string;
  keep: string;
  left: (amount: string) => string;
  until: (day: string) => string;
  where: (shops: string) => string;
  status: Record<VoucherStatus, string>;
};

export const voucherWords: Record<Language, VoucherWords> = {
  en: {
    gift: 'Gift voucher',
    from: 'From',
    code: 'Voucher code',
    keep: 'Whoever has this code can spend the gift. Keep it like money.',
    left: (amount) => `${amount} is left`,
    until: (day) => `Valid until ${day}`,
    where: (shops) => `Spend it at ${shops}`,
    status: {
      ACTIVE: 'Active',
      PARTIALLY_REDEEMED: 'Partly used',
      REDEEMED: 'This voucher is used up',
      CLAIMED: 'This voucher was added to a wallet',
      EXPIRED: 'This voucher has expired',
      VOIDED: 'This voucher is no longer valid',
      REFUNDED: 'This voucher is no longer valid',
    },
  },
  sw: {
    gift: 'Vocha ya zawadi',
    from: 'Kutoka kwa',
    code: 'Msimbo wa vocha',
    keep: 'Mwenye msimbo huu anaweza kutumia zawadi. Utunze kama pesa.',
    left: (amount) => `Salio ni ${amount}`,
    until: (day) => `Inatumika hadi ${day}`,
    where: (shops) => `Itumie kwa ${shops}`,
    status: {
      ACTIVE: 'Hai',
      PARTIALLY_REDEEMED: 'Imetumika kiasi',
      REDEEMED: 'Vocha hii imekwisha',
      CLAIMED: 'Vocha hii imewekwa kwenye pochi',
      EXPIRED: 'Muda wa vocha hii umeisha',
      VOIDED: 'Vocha hii haitumiki tena',
      REFUNDED: 'Vocha hii haitumiki tena',
    },
  },
};

type ReceiptWords = {
  receipt: string;
  gift: string;
  withdrawal: string;
  paid: string;
  fromWallet: string;
  fee: string;
  value: string;
  paidOut: string;
  date: string;
  mpesa: string;
  payer: string;
  phone: string;
  reference: string;
  id: string;
  arrives: string;
  footer: string;
};

export const receiptWords: Record<Language, ReceiptWords> = {
  en: {
    receipt: 'Receipt',
    gift: 'Gift voucher, paid by M-PESA',
    withdrawal: 'Withdrawal to M-PESA',
    paid: 'Paid',
    fromWallet: 'From your wallet',
    fee: 'Our fee',
    value: 'Value of the gift',
    paidOut: 'Sent to M-PESA',
    date: 'Date',
    mpesa: 'M-PESA code',
    payer: 'Paid from',
    phone: 'Sent to',
    reference: 'Reference',
    id: 'Transaction ID',
    arrives: 'Arrives',
    footer: 'Zawadi. All amounts are in Kenya shillings; dates are those of Nairobi.',
  },
  sw: {
    receipt: 'Risiti',
    gift: 'Vocha ya zawadi, imelipwa kwa M-PESA',
    withdrawal: 'Kutoa pesa kwa M-PESA',
    paid: 'Umelipa',
    fromWallet: 'Kutoka pochi yako',
    fee: 'Ada yetu',
    value: 'Thamani ya zawadi',
    paidOut: 'Zimetumwa M-PESA',
    date: 'Tarehe',
    mpesa: 'Msimbo wa M-PESA',
    payer: 'Imelipwa kutoka',
    phone: 'Imetumwa kwa',
    reference: 'Kumbukumbu',
    id: 'Nambari ya muamala',
    arrives: 'Itafika',
    footer: 'Zawadi. Kiasi chote ni kwa shilingi za Kenya; tarehe ni za Nairobi.',
  },
};

type StatementWords = {
  statement: string;
  before: string;
  after: string;
  date: string;
  what: string;
  change: string;
  balance: string;
  moneyIn: string;
  moneyOut: string;
  /** By the kind of transfer, as features/money/postings posts it. */
  kinds: Record<string, string>;
};

export const statementWords: Record<Language, StatementWords> = {
  en: {
    statement: 'Wallet statement',
    before: 'Balance before',
    after: 'Balance after',
    date: 'Date',
    what: 'What',
    change: 'Change',
    balance: 'Balance',
    moneyIn: 'Money in',
    moneyOut: 'Money out',
    kinds: {
      claim: 'Gift added',
      withdrawal_reserved: 'Withdrawal to M-PESA',
      withdrawal_released: 'Withdrawal returned',
      redemption_reversed: 'Spending undone by a shop',
      second_payment: 'Second payment returned',
      give_up: 'Balance given up',
      withdrawal_paid_late: 'Withdrawal paid after all',
    },
  },
  sw: {
    statement: 'Taarifa ya pochi',
    before: 'Salio la awali',
    after: 'Salio la mwisho',
    date: 'Tarehe',
    what: 'Maelezo',
    change: 'Badiliko',
    balance: 'Salio',
    moneyIn: 'Pesa zimeingia',
    moneyOut: 'Pesa zimetoka',
    kinds: {
      claim: 'Zawadi imewekwa',
      withdrawal_reserved: 'Kutoa pesa kwa M-PESA',
      withdrawal_released: 'Pesa zimerudishwa',
      redemption_reversed: 'Matumizi yamebatilishwa na duka',
      second_payment: 'Malipo ya pili yamerudishwa',
      give_up: 'Salio limeachwa',
      withdrawal_paid_late: 'Pesa zimelipwa hatimaye',
    },
  },
};
