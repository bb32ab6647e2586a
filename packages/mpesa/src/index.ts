export { securityCredential } from './credentials.ts';
export { createMpesaClient } from './client.ts';
export type { MpesaClient } from './client.ts';
export { queueTimeoutSuffix } from './client-context.ts';
export type { MpesaClientOptions } from './client-context.ts';
export type { CallOutcome, Rejected, RejectionReason, Unknown, UnknownCause } from './call-outcome.ts';
export type { StoredToken, TokenStore } from './token-store.ts';
export type { B2bInput } from './calls/b2b.ts';
export type { B2cInput } from './calls/b2c.ts';
export type { PulledTransaction } from './calls/pull-transactions.ts';
export type { ReversalInput } from './calls/reversal.ts';
export type { StkPushInput } from './calls/stk-push.ts';
export type { TransactionStatusInput } from './calls/transaction-status.ts';
export {
  describeB2bResult,
  describeB2cResult,
  describeReversalResult,
  describeStkResult,
} from './outcomes.ts';
export type { FailureReason, ResultMeaning } from './outcomes.ts';
export {
  parseC2b,
  type C2bPayment,
  parseStkCallback,
  type StkCallback,
  parseQueueTimeout,
  type QueueTimeout,
} from './parse-callbacks.ts';
export { parseResult } from './parse-result.ts';
export type { CommandResult } from './parse-result.ts';
export { isShortCode, readAccountBalances, readTransactionStatus } from './read-query-results.ts';
export type { AccountBalance, TransactionStatusFacts } from './read-query-results.ts';
export { callbackAcknowledgement } from './wire/result.ts';
