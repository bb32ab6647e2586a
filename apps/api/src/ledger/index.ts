export { audit } from './audit.ts';
export { balanceBefore } from './balance-at.ts';
export { lockBalances, readBalance, readBalances } from './balances.ts';
export { decideLocked, type LockedBalance } from './decide-locked.ts';
export { foldDeltas } from './fold-deltas.ts';
export { mustPost, post, postUnlessBusy } from './post.ts';
export { statement } from './statement.ts';
export type { StatementEntry } from './statement.ts';
export { transferId } from './transfer.ts';
export type {
  BusyOutcome,
  GroupOutcome,
  PostedTransfer,
  TransferGroup,
  TransferRequest,
} from './transfer.ts';
export { trialBalance } from './trial-balance.ts';
