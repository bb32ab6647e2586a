export { routes } from './routes.ts';
export { deleteOldSessions } from './store.ts';
