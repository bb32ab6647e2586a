export { closeAfterRestore, openAfterRestore } from './close-after-restore.ts';
export { isClosed } from './is-closed.ts';
