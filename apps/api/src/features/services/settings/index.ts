export {
  FEES_AND_LIMITS,
  completed,
  configuredFeesAndLimits,
  forgetFeesAndLimits,
  fullFeesAndLimits,
  readApprovalFrom,
  readFeesAndLimits,
  requireTransactionLimit,
} from './fees-and-limits.ts';
export { readFeaturesOn, requireFeature } from './feature-switches.ts';
export { routes } from './routes.ts';
export {
  lockSetting,
  readValueInForce,
  readValuesInForce,
  readVersions,
  withdrawStoredVersion,
} from './version-store.ts';
export {
  listVersions,
  effectiveMomentOf,
  readReplacedValue,
  describeReplacedVersion,
  writeVersion,
} from './versions.ts';
