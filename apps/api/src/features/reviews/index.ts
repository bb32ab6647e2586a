export { raiseReview } from './store.ts';
