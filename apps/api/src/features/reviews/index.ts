export { raiseReview, type ReviewKind } from './store.ts';
