export { actions } from './fees-and-limits-action.ts';
export { routes } from './routes.ts';
