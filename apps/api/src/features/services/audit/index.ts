export { auditorOf, recordAudit, recordCommand, type Auditor } from './record-audit.ts';
export { routes } from './routes.ts';
export { hasEntry, readVerification } from './store.ts';
