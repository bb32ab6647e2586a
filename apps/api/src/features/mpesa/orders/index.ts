export { applyResult, contradict, recordOnlySuccess } from './apply-result.ts';
export {
  applyOneByOne,
  lockOneByOne,
  type Failure,
  type Found,
  type OrderDeps,
  type OrderKind,
  type OrderResult,
  type Succeeded,
  type Success,
} from './order-kind.ts';
export { pollOrder, pollOrders, queryOrder } from './poll-orders.ts';
export { applyOrderMessages } from './read-message.ts';
export { readUncharged, tariffCentsOf, type Uncharged } from './read-uncharged.ts';
export { sendOrder, type SendOutcome } from './send-order.ts';
export {
  claimPoll,
  pollOpenOrdersSoon,
  countOpenOrders,
  isBeingSent,
  pollOtherOrdersNow,
  RECHECK_SECONDS,
} from './poll-store.ts';
export {
  findOrder,
  isOpenState,
  listOrders,
  lockOrder,
  openOrder,
  recordFailure,
  recordSuccesses,
  type Order,
  type OrderKey,
} from './store.ts';
