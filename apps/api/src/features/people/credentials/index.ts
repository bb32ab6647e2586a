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
export { openContactChange, contactChangeCounters } from './contact-changes.ts';
export type { Claimed, CredentialEvent, Holder, ResetDelay } from './holder.ts';
export { openNotMeLink } from './not-me-links.ts';
export {
  deleteNotMeLinks,
  deleteOldNotMeLinks,
  takeNotMeLink,
  type NotMeSubject,
} from './not-me-link-store.ts';
export { deleteCodesSentTo, deleteOldCodes } from './one-time-code-store.ts';
export {
  checkOneTimeCode,
  issueOneTimeCode,
  spendOneTimeCode,
  codeCounters,
  type CodePot,
  type RightCode,
} from './one-time-codes.ts';
export { requireGoodPassword } from './require-good-password.ts';
export { requirePassword, passwordCounters } from './require-password.ts';
export { checkReusableCode, issueReusableCode, resetTryCounters } from './reset-codes.ts';
export { deleteOldResetLinks } from './reset-link-store.ts';
export { resetPasswordWithCode, resetPasswordWithLink } from './reset-password.ts';
export { sendReset, resetMailCounters } from './send-reset.ts';
export {
  disableTwoFactor,
  enableTwoFactor,
  renewCodes,
  requireCodeOf,
  secondFactorOf,
  startTwoFactor,
} from './two-factor.ts';
