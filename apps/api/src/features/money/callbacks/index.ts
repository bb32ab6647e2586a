export { checkPayBillPayments } from './check-pay-bill-payments.ts';
export { explainMessage, explainResultCode } from './explain.ts';
export { pullPayments } from './pull-payments.ts';
export { sweepMessages } from './process-message.ts';
export { routes } from './routes.ts';
export { confirmNextAddress, describeAddresses, prepareNextAddress } from './pay-bill-addresses.ts';
export { readRegistration, type Registration } from './pay-bill-addresses-store.ts';
export { sendNewPayBillAddress, sendPayBillAddresses } from './send-pay-bill-addresses.ts';
export { deleteMessageBodies } from './store.ts';
