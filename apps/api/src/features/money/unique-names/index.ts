export { findName, findNames, takeName } from './store.ts';
export { takeReceipt } from './take-receipt.ts';
