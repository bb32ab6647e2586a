/**
 * Payment limits of M-PESA since August 2023, in whole shillings (v3/MpesaExpressSimulate FAQ 5, v3/BusinessToCustomer
 * FAQ 9).
 */
export const limits = {
  perTransaction: 250_000,
  perDay: 500_000,
  balance: 500_000,
  smallestPayout: 10,
} as const;

/** A second payment of the same amount by the same payer is refused for two minutes (ResultCode 17). */
export const repeatWindowMs = 120_000;

/** Opening balances. The organisation's accounts are large, so that tests do not run out of money. */
export const openingShillings = { phone: 50_000, utility: 100_000_000, working: 100_000_000 } as const;
