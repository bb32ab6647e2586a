export { changePassword } from './change-password.ts';
export {
  deleteContactChanges,
  deleteOldContactChanges,
  findContactChange,
  findFormerAddress,
  findLatestFormer,
  finishContactChange,
  markTakenBack,
  readChangesSince,
  type ContactChange,
  type ContactKind,
  type FormerContact,
} from './contact-change-store.ts';
export { openContactChange, watchedContactChanges } from './contact-changes.ts';
export type { CredentialEvent, Holder } from './holder.ts';
export { deleteCodesSentTo, deleteOldCodes } from './one-time-code-store.ts';
export {
  checkOneTimeCode,
  issueOneTimeCode,
  spendOneTimeCode,
  watchedCodes,
  type RightCode,
} from './one-time-codes.ts';
export { requirePassword, watchedPassword } from './require-password.ts';
export { resetPasswordWithCode, sendPasswordCode, type Claimed, type ResetDelay } from './reset-password.ts';
export {
  disableTwoFactor,
  enableTwoFactor,
  renewCodes,
  requireCodeOf,
  secondFactorOf,
  startTwoFactor,
} from './two-factor.ts';
