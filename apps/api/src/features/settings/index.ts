export { readCharges, requireTransactionLimit } from './charges.ts';
export { requireFeature } from './features-on.ts';
export { routes } from './routes.ts';
export { readValueInForce, readValuesInForce } from './version-store.ts';
export { listVersions, writeVersion } from './versions.ts';
