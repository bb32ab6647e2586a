export { findCaseText } from './read-cases.ts';
export { routes } from './routes.ts';
export { readIdentity, type IdentityFact } from './subject-store.ts';
