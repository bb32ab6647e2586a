export { listMovements } from './list-movements.ts';
export { routes } from './routes.ts';
