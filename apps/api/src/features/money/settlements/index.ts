export { applySettlementResult } from './apply-settlement-result.ts';
export { findExpectedPayOut } from './find-expected-pay-out.ts';
export { listSettlementsFor } from './list-settlements.ts';
export { makeDueBatches } from './make-due-batches.ts';
export { payDueBatches } from './pay-due-batches.ts';
export { queryPayOut } from './query-pay-out.ts';
export { routes } from './routes.ts';
export { sweepPayOuts } from './sweep-pay-outs.ts';
