export { endHold } from './end-holds.ts';
export { expireHolds, releaseHoldsOf } from './release-holds.ts';
export { routes } from './routes.ts';
