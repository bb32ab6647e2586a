export { actions } from './change-rules.ts';
export { countAlerts } from './fraud-desk.ts';
export { listFraudAlerts } from './list-fraud-alerts.ts';
export { routes } from './routes.ts';
export { deleteOldFraudRows } from './store.ts';
export { watchForFraud } from './watch-for-fraud.ts';
