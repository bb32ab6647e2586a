export { listMatching } from './list-store.ts';
export { describeTransaction, listTransactions } from './list-transactions.ts';
export { routes } from './routes.ts';
