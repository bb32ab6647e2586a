/** The three steps as the stepper names them. */
export const PURCHASE_STEPS = ['Transaction Details', 'M-PESA Payment', 'Confirmation'] as const;
