export { issueDueInvoices } from './issue-invoices.ts';
export { readInvoicing } from './invoicing.ts';
export { routes } from './routes.ts';
export { readBuyerDetails } from './store.ts';
