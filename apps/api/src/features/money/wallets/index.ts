export { listActivities, sumActivities } from './activity-store.ts';
export { readHistoryEntry, readPerson, signedAmount } from './list-history.ts';
export { routes } from './routes.ts';
