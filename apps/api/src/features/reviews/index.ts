export { raiseReview, reopenReview, type ReviewKind } from './store.ts';
