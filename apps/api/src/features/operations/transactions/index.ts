export { listTransactions } from './list-transactions.ts';
export { routes } from './routes.ts';
