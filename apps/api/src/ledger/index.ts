export { audit } from './audit.ts';
export { balanceBefore, lockBalances, readBalance, readBalances, foldDeltas } from './balances.ts';
export { decideLocked, type LockedBalance, postOrThrow, post, postUnlessBusy } from './post.ts';
export { statement } from './statement.ts';
export type { StatementEntry } from './statement.ts';
export { transferId } from './transfer.ts';
export type { GroupOutcome, PostedTransfer, TransferGroup, TransferRequest } from './transfer.ts';
export { trialBalance } from './trial-balance.ts';
