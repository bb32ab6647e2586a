export { actions } from './actions.ts';
export { routes } from './routes.ts';
