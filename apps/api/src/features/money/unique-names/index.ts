export { findName, findNames, takeName, takeNames } from './store.ts';
export { takeReceipt } from './take-receipt.ts';
