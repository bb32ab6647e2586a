export { describeStatus } from './describe-status.ts';
export { countPatiently, openRing } from './open-ring.ts';
export { rotateKeys } from './rotate-keys.ts';
