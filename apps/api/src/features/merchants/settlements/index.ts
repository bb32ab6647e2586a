export { listBatches } from './admin-view.ts';
export { isInBatch } from './batch-entries-store.ts';
export { findBatch, findBatchesOf, listMovedIn, type Moved } from './batch-parts.ts';
export { listSettlementsFor } from './list-settlements.ts';
export { needsPerson } from './list-store.ts';
export { makeDueBatches } from './make-due-batches.ts';
export { payDueBatches } from './pay-due-batches.ts';
export { routes } from './routes.ts';
export { settlementOrders } from './settlement-orders.ts';
