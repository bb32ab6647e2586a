export { applyResult, contradict, recordOnlySuccess } from './apply-result.ts';
export type { Failure, OrderDeps, OrderKind, OrderResult, Success } from './order-kind.ts';
export { pollOrder, pollOrders, queryOrder } from './poll-orders.ts';
export { applyOrderMessage } from './read-message.ts';
export { sendOrder, type SendOutcome } from './send-order.ts';
export { claimPoll, countOpenOrders, isBeingSent, pollOwnerSoon, RECHECK_SECONDS } from './poll-store.ts';
export {
  findOrder,
  isOpenState,
  listOrders,
  lockOrder,
  openOrder,
  recordFailure,
  recordSuccess,
  type Order,
  type OrderKey,
} from './store.ts';
