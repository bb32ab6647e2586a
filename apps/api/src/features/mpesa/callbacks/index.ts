export { checkPayBillPayments } from './check-pay-bill-payments.ts';
export { explainMessage, explainResultCode } from './explain.ts';
export { pullPayments } from './pull-payments.ts';
export { sweepMessages } from './process-message.ts';
export { routes } from './routes.ts';
export { sendPayBillAddresses } from './send-pay-bill-addresses.ts';
export { forgetMessages } from './store.ts';
