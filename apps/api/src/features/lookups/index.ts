export { findName, takeName } from './store.ts';
