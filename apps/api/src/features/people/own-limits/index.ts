export { actions } from './change-own-limits.ts';
export { readConsumerLimits } from './limits-in-force.ts';
export { routes } from './routes.ts';
export { readMerchantVouchersDaily } from './store.ts';
