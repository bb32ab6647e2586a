export { activateMerchant } from './activate-merchant.ts';
export { createMerchant, type CreatedMerchant } from './create-merchant.ts';
export { createMachineAuthenticator } from './machine-authenticator.ts';
export { routes } from './routes.ts';
export { listActiveShops, readMerchant } from './store.ts';
