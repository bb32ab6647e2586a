export {
  CHARGES,
  configuredCharges,
  forgetCharges,
  fullCharges,
  readApprovalFrom,
  readCharges,
  requireTransactionLimit,
} from './charges.ts';
export { requireFeature } from './features-on.ts';
export { routes } from './routes.ts';
export {
  lockSetting,
  readValueInForce,
  readValuesInForce,
  readVersions,
  withdrawStoredVersion,
} from './version-store.ts';
export { listVersions, readBefore, writeVersion } from './versions.ts';
