export { requireRoomByUssd } from './room-by-ussd.ts';
export { findOwnWithdrawal } from './find-own-withdrawal.ts';
export { actions, markableAs } from './mark-withdrawal.ts';
export {
  readUsedRoom,
  readWithdrawalRoom,
  requireSpendable,
  rulesOfConsumer,
  withdrawableCents,
} from './limits.ts';
export { registerWithdrawal } from './register-withdrawal.ts';
export { routes } from './routes.ts';
export { withdrawToOwnNumberIn } from './withdraw-to-own-number.ts';
export { withdrawalOrders } from './withdrawal-orders.ts';
