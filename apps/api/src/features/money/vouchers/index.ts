export { closeWithReason, voidByIssuer, voidVoucher, type ClosingActor } from './void-voucher.ts';
export { MOST_RESENDS } from './describe-sent-gift.ts';
export { claimIn } from './claim-voucher.ts';
export { listOpenHolds, listReceived, RESEND_PAUSE_SECONDS } from './gift-lists-store.ts';
export { requireDeliveryMoment, requireScheduled } from './reschedule-gift.ts';
export { deliverGifts } from './deliver-gifts.ts';
export { openLookedUp, openRedeemed, recordOpening } from './open-gift.ts';
export { openPlainGift, plainGift } from './plain-gift.ts';
export { shownGift } from './shown-gift.ts';
export { printGift, showCodeIn, type PrintedGift } from './show-code.ts';
export { describeBoughtVoucher } from './view-voucher.ts';
export { expireVouchers, remindOfExpiry } from './expire-vouchers.ts';
export { extendVoucher, requireLaterExpiry } from './extend-voucher.ts';
export {
  balanceCents,
  heldCents,
  spendingState,
  findClaims,
  findExpiredCents,
  findVoucher,
  recordReceipt,
  type Voucher,
} from './store.ts';
export { findLatestId, findOriginId, listReplacements } from './replacements-store.ts';
export { freezeVoucher, unfreezeVoucher } from './freeze-voucher.ts';
export {
  issueMerchantVoucher,
  issuedAs,
  type IssuedMerchantVoucher,
  type IssueDetails,
} from './issue-merchant-voucher.ts';
export { issueVouchers, type Issue } from './issue-voucher.ts';
export { drawLinkCard, readLinkCard } from './link-card.ts';
export { countUnlessKnown, requireKnownAlias } from './require-known-alias.ts';
export { findNamedVoucher } from './find-named-voucher.ts';
export { findByClaimToken, findIdByCode, lockValue, lockValues } from './find-voucher.ts';
export {
  isClaimable,
  merchantRefusal,
  refusalFor,
  spendingRefusal,
  statusOf,
  takingRefusal,
  wholeValueRefusal,
} from './voucher-status.ts';
export { readRecipientLanguages } from './recipient-languages-store.ts';
export { resendByAdministrator, resendByIssuer } from './resend-gift.ts';
export { giftOfMessage, readSentGift, updateGiftMessages } from './gift-messages.ts';
export { createVoucherResolver } from './resolve-voucher.ts';
export { thankIn } from './say-thanks.ts';
export { routes } from './routes.ts';
export { claimTokenKey, voucherCodeKey, voucherCodeKeys } from './secrets.ts';
