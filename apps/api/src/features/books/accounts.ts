/** The names of our accounts in the ledger, as the chart of accounts lists them. */
export const account = {
  collection: 'mpesa:collection',
  payout: 'mpesa:payout',
  bankPayout: 'bank:payout',
  expired: 'vouchers:expired',
  suspense: 'suspense',
  transit: 'transit',
  depositFee: 'revenue:deposit-fee',
  withdrawalFee: 'revenue:withdrawal-fee',
  settlementFee: 'revenue:settlement-fee',
  capital: 'capital',
  losses: 'expense:losses',
  providerCharges: 'expense:provider-charges',
  voucher: (voucherId: string) => `voucher:${voucherId}`,
  wallet: (userId: string) => `wallet:${userId}`,
  merchant: (merchantId: string) => `merchant:${merchantId}`,
  held: (paymentId: string) => `held:${paymentId}`,
} as const;
