export { recordActivity } from './timeline-store.ts';
export { actions } from './merchant-actions.ts';
export { activateMerchant } from './activate-merchant.ts';
export { createMerchant, type CreatedMerchant } from './create-merchant.ts';
export {
  createMachineAuthenticator,
  forgetMachineCredentials,
  identifyMachine,
} from './machine-authenticator.ts';
export { claimedMember, memberHolder, memberOf } from './member.ts';
export { readPayoutChannel, type PayoutChannel } from './payout-channel-store.ts';
export { isYoung } from './young-store.ts';
export { isPaidByBankFile, payeeInWords } from './payout-channel-words.ts';
export { routes } from './routes.ts';
export { findWorkplace } from './places.ts';
export { readSettlementSchedule } from './settings-store.ts';
export { findMerchantMemberById } from './sign-in-merchant.ts';
export { findNearShops, findShops, listShops } from './shops-store.ts';
export { findMerchantByCode, lockMerchant, readMerchant, readShopNames, type ShopName } from './store.ts';
