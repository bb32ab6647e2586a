/** Names of the three steps of buying a gift. */
export const PURCHASE_STEPS = ['Transaction Details', 'M-PESA Payment', 'Confirmation'] as const;
