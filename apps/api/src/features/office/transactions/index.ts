export { CSV_COLUMNS_ABOUT, drawTransactions } from './about-files.ts';
export { listMatching } from './list-store.ts';
export { describeTransaction, listTransactions } from './list-transactions.ts';
export { pagesAbout, type TransactionAbout } from './list-about.ts';
export { contactsOfTransaction } from './read-transaction.ts';
export { routes } from './routes.ts';
export { findVoucherFacts } from './voucher-facts-store.ts';
