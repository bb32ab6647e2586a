export { expireHolds, releaseHoldIn, releaseHoldsOf } from './release-hold.ts';
export { routes } from './routes.ts';
