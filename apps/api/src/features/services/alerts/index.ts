export { auditLedger } from './audit-ledger.ts';
export { describeAlert } from './describe-alert.ts';
export { createAlertPoster } from './post-alert.ts';
export { routes } from './routes.ts';
export { listOpen, raiseAlert, resolveAlert, resolveAlerts } from './store.ts';
export { watchForAlerts } from './watch.ts';
