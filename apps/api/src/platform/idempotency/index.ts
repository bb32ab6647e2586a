export { answerOnce, replyWith, type Outcome } from './answer-once.ts';
export { fingerprintOf, scopeOf } from './scope.ts';
