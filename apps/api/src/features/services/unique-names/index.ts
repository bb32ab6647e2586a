export { findName, findNames, takeName, takeNames } from './store.ts';
export { takeReceipt, takeReceipts } from './take-receipt.ts';
