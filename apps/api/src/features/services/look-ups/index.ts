export { parseSearch, type Search } from './parse-search.ts';
export { findTargets, searchTargets, type Targets } from './targets-store.ts';
