/** Names of the three steps. */
export const PURCHASE_STEPS = ['Transaction Details', 'M-PESA Payment', 'Confirmation'] as const;
