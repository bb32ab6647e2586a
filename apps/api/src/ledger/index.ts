export { audit } from './audit.ts';
export { balanceBefore, balanceOn, foldDeltas, lockBalances, readBalance, readBalances } from './balances.ts';
export { postOrThrow, post } from './post.ts';
export { isReferencePosted } from './references.ts';
export { findAccount, statement, sumOfPeriod, type FoundAccount } from './statement.ts';
export type { StatementEntry } from './statement.ts';
export { transferId } from './transfer.ts';
export type { GroupOutcome, TransferGroup, TransferRequest } from './transfer.ts';
export { trialBalance, type TrialBalance } from './trial-balance.ts';
