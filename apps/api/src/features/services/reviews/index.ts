export {
  findHeldMoney,
  HOLDING,
  listHolding,
  lockFreeSuspense,
  receiptIn,
  type HeldMoney,
} from './held-money.ts';
export { describeReview, titleOfReview } from './list-reviews.ts';
export {
  closeOnlyCase,
  closeReview,
  closeReviewsAbout,
  findReview,
  hasOpenCase,
  listReviewsAbout,
  lockReview,
  raiseOnlyCase,
  type ReviewRow,
} from './review-store.ts';
export { routes } from './routes.ts';
export { isSameResolution } from './resolve-review.ts';
export { raiseReview, reopenReview, type ReviewKind } from './store.ts';
