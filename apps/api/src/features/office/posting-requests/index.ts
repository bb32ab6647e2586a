export { deleteUnused } from './documents-store.ts';
export { actions } from './posting-action.ts';
export { routes } from './routes.ts';
