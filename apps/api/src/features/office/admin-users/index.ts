export { listUsers } from './list-store.ts';
export { recordLook } from './record-look.ts';
export { routes } from './routes.ts';
export { readDetail } from './store.ts';
