export { forgetExpiredCodes } from './forget-expired-codes.ts';
export { lockUser, type LockedUser } from './lock-user.ts';
export { requireVerifiedPhone } from './require-verified-phone.ts';
export { routes } from './routes.ts';
export { findUsersByVerifiedContact, readUser, type UserRecord } from './store.ts';
