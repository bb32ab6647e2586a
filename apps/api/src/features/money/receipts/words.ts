import type { VoucherStatus } from '@zawadi/contract';

type Language = 'en' | 'sw';

type VoucherWords = {
  gift: string;
  zawadiFor: string;
  giftFrom: (name: string) => string;
  from: (name: string) => string;
  code: string;
  number: string;
  qr: string;
  money: string;
  left: (amount: string, value: string) => string;
  until: (day: string) => string;
  ways: readonly [string, string, string];
  waysOfOneShop: (name: string) => readonly [string, string];
  status: Record<VoucherStatus, string>;
};

export const voucherWords: Record<Language, VoucherWords> = {
  en: {
    gift: 'Gift voucher',
    zawadiFor: 'Zawadi for',
    giftFrom: (name) => `A gift from ${name}`,
    from: (name) => `from ${name}`,
    code: 'Code',
    number: 'Or the number',
    qr: 'The code as a QR picture',
    money: 'We never ask for your PIN. This code is money: never send it to anyone who calls you.',
    left: (amount, value) => `${amount} of ${value} is left`,
    until: (day) => `Spend by ${day}`,
    ways: [
      'Show the code at the till of any Zawadi shop.',
      'Spend it all at once, or bit by bit.',
      'Or add it to your wallet and withdraw to M-PESA.',
    ],
    waysOfOneShop: (name) => [
      `Show the code at the till of ${name}.`,
      'Spend it all at once, or bit by bit.',
    ],
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
    zawadiFor: 'Zawadi ya',
    giftFrom: (name) => `Zawadi kutoka kwa ${name}`,
    from: (name) => `kutoka kwa ${name}`,
    code: 'Msimbo',
    number: 'Au namba',
    qr: 'Msimbo kama picha ya QR',
    money: 'Hatuombi PIN yako kamwe. Msimbo huu ni pesa: usimpe mtu yeyote anayekupigia simu.',
    left: (amount, value) => `Imebaki ${amount} kati ya ${value}`,
    until: (day) => `Itumie hadi ${day}`,
    ways: [
      'Onyesha msimbo kwenye duka lolote la Zawadi.',
      'Itumie yote mara moja, au kidogo kidogo.',
      'Au iweke kwenye pochi yako na uitoe kwenda M-PESA.',
    ],
    waysOfOneShop: (name) => [`Onyesha msimbo kwenye ${name}.`, 'Itumie yote mara moja, au kidogo kidogo.'],
    status: {
      ACTIVE: 'Inatumika',
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
  giftFor: (name: string) => string;
  withdrawal: string;
  paid: string;
  paidBy: string;
  paidTo: string;
  payBill: (number: string) => string;
  walletOf: (name: string) => string;
  for: string;
  fromWallet: string;
  fee: string;
  value: string;
  values: string;
  paidOut: string;
  date: string;
  mpesa: string;
  phone: string;
  reference: string;
  id: string;
  arrives: string;
};

export const receiptWords: Record<Language, ReceiptWords> = {
  en: {
    receipt: 'Receipt',
    giftFor: (name) => `Gift voucher for ${name}`,
    withdrawal: 'Withdrawal to M-PESA',
    paid: 'Paid',
    paidBy: 'Paid by',
    paidTo: 'Paid to',
    payBill: (number) => `M-PESA pay bill ${number}`,
    walletOf: (name) => `Wallet of ${name}`,
    for: 'For',
    fromWallet: 'From your wallet',
    fee: 'Our fee',
    value: 'Value of the gift',
    values: 'Value of the gifts',
    paidOut: 'Sent to M-PESA',
    date: 'Date',
    mpesa: 'M-PESA receipt',
    phone: 'Sent to',
    reference: 'Reference',
    id: 'Transaction ID',
    arrives: 'Arrives',
  },
  sw: {
    receipt: 'Risiti',
    giftFor: (name) => `Vocha ya zawadi ya ${name}`,
    withdrawal: 'Utoaji kwenda M-PESA',
    paid: 'Umelipa',
    paidBy: 'Aliyelipa',
    paidTo: 'Aliyelipwa',
    payBill: (number) => `Pay bill ya M-PESA ${number}`,
    walletOf: (name) => `Pochi ya ${name}`,
    for: 'Kwa ajili ya',
    fromWallet: 'Kutoka pochi yako',
    fee: 'Ada yetu',
    value: 'Thamani ya zawadi',
    values: 'Thamani ya zawadi zote',
    paidOut: 'Zimetumwa M-PESA',
    date: 'Tarehe',
    mpesa: 'Risiti ya M-PESA',
    phone: 'Imetumwa kwa',
    reference: 'Rejeleo',
    id: 'Namba ya muamala',
    arrives: 'Itafika',
  },
};

type StatementWords = {
  statement: string;
  walletOf: string;
  balanceOn: (day: string) => string;
  before: string;
  in: string;
  out: string;
  fees: string;
  date: string;
  what: string;
  receipt: string;
  fee: string;
  balance: string;
  movements: (count: number) => string;
  giftFrom: (name: string) => string;
  toMpesa: (name: string, number: string) => string;
  returnedFrom: (name: string, number: string) => string;
  moneyIn: string;
  moneyOut: string;
  /** Heading of the gifts that were paid by M-PESA, which move no wallet money. */
  paidByMpesa: string;
  giftFor: (name: string) => string;
  refundToMpesa: string;
  /** Texts by kind of ledger transfer; features/services/postings has the kinds. */
  kinds: Record<string, string>;
};

export const statementWords: Record<Language, StatementWords> = {
  en: {
    statement: 'Wallet statement',
    walletOf: 'Wallet of',
    balanceOn: (day) => `Balance on ${day}`,
    before: 'Balance before',
    in: 'In',
    out: 'Out',
    fees: 'Fees',
    date: 'Date',
    what: 'What',
    receipt: 'M-PESA receipt',
    fee: 'Fee',
    balance: 'Balance',
    movements: (count) => (count === 1 ? '1 movement' : `${count} movements`),
    giftFrom: (name) => `Gift from ${name}`,
    toMpesa: (name, number) => `To M-PESA, ${name} ${number}`,
    returnedFrom: (name, number) => `Withdrawal returned, ${name} ${number}`,
    moneyIn: 'Refund',
    moneyOut: 'Money out',
    paidByMpesa: 'Gifts paid by M-PESA',
    giftFor: (name) => `Gift for ${name}`,
    refundToMpesa: 'Refund to M-PESA',
    kinds: {
      claim: 'Gift added',
      withdrawal_reserved: 'Withdrawal to M-PESA',
      withdrawal_released: 'Withdrawal returned',
      redemption_reversed: 'Spending undone by a shop',
      hold_released: 'Given back by a shop',
      second_payment: 'Second payment returned',
      give_up: 'Balance given up',
      withdrawal_paid_late: 'Withdrawal paid after all',
      goodwill: 'Goodwill from Zawadi',
      credit_taken_back: 'Wrong credit taken back',
      legal_order_reserved: 'Paid out by a legal order',
      legal_order_returned: 'Legal order not paid',
    },
  },
  sw: {
    statement: 'Taarifa ya pochi',
    walletOf: 'Pochi ya',
    balanceOn: (day) => `Salio la ${day}`,
    before: 'Salio la awali',
    in: 'Zilizoingia',
    out: 'Zilizotoka',
    fees: 'Ada',
    date: 'Tarehe',
    what: 'Maelezo',
    receipt: 'Risiti ya M-PESA',
    fee: 'Ada',
    balance: 'Salio',
    movements: (count) => `Miamala ${count}`,
    giftFrom: (name) => `Zawadi kutoka kwa ${name}`,
    toMpesa: (name, number) => `Kwenda M-PESA, ${name} ${number}`,
    returnedFrom: (name, number) => `Pesa zimerudishwa, ${name} ${number}`,
    moneyIn: 'Pesa zimerudishwa',
    moneyOut: 'Pesa zimetoka',
    paidByMpesa: 'Zawadi zilizolipwa kwa M-PESA',
    giftFor: (name) => `Zawadi ya ${name}`,
    refundToMpesa: 'Pesa zimerudi M-PESA',
    kinds: {
      claim: 'Zawadi imewekwa',
      withdrawal_reserved: 'Utoaji kwenda M-PESA',
      withdrawal_released: 'Pesa zimerudishwa',
      redemption_reversed: 'Matumizi yamebatilishwa na duka',
      hold_released: 'Zimerudishwa na duka',
      second_payment: 'Malipo ya pili yamerudishwa',
      give_up: 'Salio limeachwa',
      withdrawal_paid_late: 'Pesa zimelipwa hatimaye',
      goodwill: 'Fidia kutoka Zawadi',
      credit_taken_back: 'Pesa zilizowekwa kwa makosa zimetolewa',
      legal_order_reserved: 'Zimelipwa kwa amri ya kisheria',
      legal_order_returned: 'Amri ya kisheria haikulipwa',
    },
  },
};
