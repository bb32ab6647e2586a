export { parseSearch, type Search } from './parse-search.ts';
export { findTargets, targetsMeantBy, type Targets } from './targets-store.ts';
