export { listKeys } from './app-keys-store.ts';
export { describeStatus } from './describe-status.ts';
export { keepNotingSealing } from './keep-noting-sealing.ts';
export { countPatiently, openRing } from './open-ring.ts';
export { rotateKeys } from './rotate-keys.ts';
