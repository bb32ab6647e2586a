export { listUsers } from './list-store.ts';
export { routes } from './routes.ts';
