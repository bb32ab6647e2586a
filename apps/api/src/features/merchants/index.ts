export { recordActivity } from './activity-store.ts';
export { activateMerchant } from './activate-merchant.ts';
export { createMerchant, type CreatedMerchant } from './create-merchant.ts';
export { createMachineAuthenticator } from './machine-authenticator.ts';
export { forgetMachineCredentials } from './machine-credentials.ts';
export { readPayoutChannel, type PayoutChannel } from './payout-channel-store.ts';
export { routes } from './routes.ts';
export { readOpeningHours, readSettlementSchedule } from './settings-store.ts';
export { listActiveShops, readMerchant } from './store.ts';
