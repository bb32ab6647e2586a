export { issueDueInvoices } from './issue-invoices.ts';
export { routes } from './routes.ts';
