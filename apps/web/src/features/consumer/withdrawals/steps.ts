/** Names of the three steps. */
export const WITHDRAWAL_STEPS = ['Withdrawal Details', 'M-PESA Withdrawal', 'Confirmation'] as const;
