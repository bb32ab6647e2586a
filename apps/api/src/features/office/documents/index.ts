export { documentFile } from './document-file.ts';
export { routes } from './routes.ts';
export { deleteUnused, useDocuments } from './store.ts';
