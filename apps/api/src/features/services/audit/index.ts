export { auditorOf, recordAudit, recordCommand, type Auditor } from './record-audit.ts';
export { routes } from './routes.ts';
export { hasActedLately, hasEntry, readVerification } from './store.ts';
