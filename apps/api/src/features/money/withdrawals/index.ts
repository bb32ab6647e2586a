export { applyWithdrawalResult } from './apply-withdrawal-result.ts';
export { findOwnWithdrawal } from './find-own-withdrawal.ts';
export { readWithdrawalRoom, withdrawableCents } from './limits.ts';
export { queryWithdrawal } from './query-withdrawal.ts';
export { registerWithdrawal } from './register-withdrawal.ts';
export { routes } from './routes.ts';
export { findNetShillings } from './store.ts';
export { sweepWithdrawals } from './sweep-withdrawals.ts';
