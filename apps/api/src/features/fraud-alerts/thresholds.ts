/** From where on something is unusual. Amounts are shillings; a finding at `high` or beyond is of severity High. */
export const thresholds = {
  /** Redemptions of one person at the till, or of the merchant's own system, within so many minutes. */
  rapidRedemptions: { withinMinutes: 5, byPerson: 20, bySystem: 600 },
  /** Different vouchers of one phone number at one merchant within so many hours. */
  manyVouchersOnePhone: { withinHours: 24, vouchers: 5, high: 10 },
  /** So many times the average of the redemptions before, of which there must be some to compare with. */
  unusuallyLarge: { leastAmount: 5_000, comparedWith: 200, atLeast: 20, times: 5, high: 10 },
  /** Before opening and after closing, because tills are counted and queues served. */
  outsideOpeningHours: { graceMinutes: 30 },
} as const;
