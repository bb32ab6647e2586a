/** Names of the three steps of a withdrawal. */
export const WITHDRAWAL_STEPS = ['Withdrawal Details', 'M-PESA Withdrawal', 'Confirmation'] as const;
