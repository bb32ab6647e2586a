export { findName, takeName, type LookupKind, type LookupTarget } from './store.ts';
