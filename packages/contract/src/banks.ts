/**
 * Banks with an M-PESA pay bill that accepts deposits into any account, with the bank account number as account number.
 * Banks and Safaricom publish these pay bills.
 */
export const banks = {
  'Absa Bank Kenya': '303030',
  'Bank of Africa': '972900',
  'Consolidated Bank': '508400',
  'Co-operative Bank': '400200',
  'Credit Bank': '972700',
  'Diamond Trust Bank': '516600',
  Ecobank: '700201',
  'Equity Bank': '247247',
  'Family Bank': '222111',
  'Gulf African Bank': '985050',
  'HF Group': '100400',
  'I&M Bank': '542542',
  'KCB Bank': '522522',
  'National Bank of Kenya': '547700',
  'NCBA Bank': '880100',
  'Prime Bank': '982800',
  'SBM Bank': '552800',
  'Sidian Bank': '111999',
  'Stanbic Bank': '600100',
  'Standard Chartered': '329329',
} as const satisfies Record<string, string>;

export type BankName = keyof typeof banks;
