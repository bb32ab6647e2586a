/** The three steps as the stepper names them. */
export const WITHDRAWAL_STEPS = ['Withdrawal Details', 'M-PESA Withdrawal', 'Confirmation'] as const;
