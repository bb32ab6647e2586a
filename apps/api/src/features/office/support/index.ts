export { routes } from './routes.ts';
export { readRequestRecord } from './store.ts';
