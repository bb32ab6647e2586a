export { actions } from './change-block-list.ts';
export { requireUnblockedDevice, requireUnblockedNumbers } from './refuse-blocked.ts';
export { routes } from './routes.ts';
export { findNumberInForce } from './store.ts';
