export { createRedeemer } from './redeem-voucher.ts';
export { routes } from './routes.ts';
