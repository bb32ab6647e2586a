export { createRedeemer, type Redeemer } from './redeem-voucher.ts';
export { routes } from './routes.ts';
