export { lockOwnerOfPhone, recordUssdUse } from './credentials-store.ts';
export { eraseAccount } from './delete-account.ts';
export { hasOpenPayment } from './deletion-store.ts';
export { deleteExpiredCodes, verificationMailCounters, resendVerificationIn } from './mail-verification.ts';
export { claimedByPhone, claimedByTarget, claimedConsumer, consumerHolder } from './holder.ts';
export { describeFreeze, isSameName, isSameRegisteredName } from './user-details.ts';
export {
  everyContactOf,
  lockUser,
  type LockedUser,
  requireActive,
  requireOpenWallet,
  requireTrustedPassword,
  requireVerifiedPhone,
} from './required-state.ts';
export { readProfileFacts } from './profile-store.ts';
export { routes } from './routes.ts';
export { createUserOfCaller, createUserOfPhone, requireFreeNumber } from './sign-up.ts';
export { sendPhoneCodeIn } from './verify-phone.ts';
export { findConsumerById } from './sign-in-consumer.ts';
export { requireContactCode } from './contact-code.ts';
export { confirmsAfterReset, requireSettledPassword } from './wallet-wait.ts';
export {
  markPasswordDoubted,
  findUsersByVerifiedContact,
  findUsersByVerifiedContacts,
  lockUserRecord,
  lockUserRecords,
  readUser,
  readUsers,
  type UserRecord,
  shownEmailOf,
} from './store.ts';
