export { closeAfterRestore, openAfterRestore, type Closed } from './close-after-restore.ts';
export { isClosed } from './is-closed.ts';
export { insertRestore, type Moments } from './store.ts';
