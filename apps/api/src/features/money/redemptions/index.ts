export { createAnnouncer } from './announce-redemptions.ts';
export { createRedeemer } from './redeem-voucher.ts';
export { withWrongCodeLimit } from './limit-wrong-codes.ts';
export { reverseRedemptionIn, type Reversed } from './reverse-redemption.ts';
export { routes } from './routes.ts';
export { reindexSearch } from './store.ts';
export { servedBy } from './till-store.ts';
export { readOwnRedemption } from './todays-redemptions.ts';
