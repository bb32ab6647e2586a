export { listUsers } from './list-store.ts';
export { routes } from './routes.ts';
export { readDetail } from './store.ts';
