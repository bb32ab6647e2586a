export { applySettlementFact } from './apply-settlement-fact.ts';
export { findExpectedPayOut } from './find-expected-pay-out.ts';
export { queryPayOut } from './query-pay-out.ts';
