export { listKeys } from './app-keys-store.ts';
export { describeStatus } from './describe-status.ts';
export { reportSealingRegularly } from './report-sealing.ts';
export { countUsesWithLongTimeout, openRing } from './open-ring.ts';
export { rotateKeys } from './rotate-keys.ts';
