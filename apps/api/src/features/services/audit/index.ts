export { auditorOf, recordAudit, type Auditor } from './record-audit.ts';
export { routes } from './routes.ts';
export { hasEntry, readVerification } from './store.ts';
