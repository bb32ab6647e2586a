export { voucherObjectOf } from './describe-voucher.ts';
export { issuedPage } from './list-vouchers.ts';
export { makeVoucher } from './make-voucher.ts';
export { routes } from './routes.ts';
export { findIssued, readOutstanding } from './store.ts';
