export { describeBoughtVoucher } from './describe-bought-voucher.ts';
export { expireVouchers } from './expire-vouchers.ts';
export { issueVoucher, voucherCodeKey } from './issue-voucher.ts';
export { refusalFor } from './refusal-for.ts';
export { createVoucherResolver } from './resolve-voucher.ts';
export { routes } from './routes.ts';
export { recordReceipt } from './store.ts';
export { statusOf } from './voucher-status.ts';
